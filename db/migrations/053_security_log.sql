-- Who signed in, who could not, whose rights changed, who took personal data out or removed it (docs/decisions/046).
-- It belongs to the organisation: a workspace that goes leaves it where it is.
create table security_logs (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  event text not null,
  user_id uuid,                           -- the account that did it or was tried; null: the system
  actor_name text not null,               -- as they were then: there may be nobody left to ask
  actor_email text not null,
  source_id uuid,                         -- the workspace; null: of the account itself
  source_name text not null default '',
  subject text not null default '',       -- what it was done to, or whom
  details jsonb not null default '{}',
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create index security_logs_newest on security_logs (organization_id, created_at desc, id desc);
create index security_logs_account on security_logs (user_id, created_at desc);
alter table security_logs enable row level security;
alter table security_logs force row level security;
create policy own_organization on security_logs for select to pokpong_app
  using (organization_id = (select w.organization_id from workspaces w where w.id = current_workspace()));
create policy adds on security_logs for insert to pokpong_app
  with check (organization_id = (select w.organization_id from workspaces w where w.id = current_workspace()));
create policy sign_in on security_logs for select to pokpong_auth using (true);
create policy sign_in_adds on security_logs for insert to pokpong_auth with check (true);
-- For the functions below, which run as the owner; the role itself is granted neither.
create policy keeps on security_logs for insert to pokpong_system with check (true);
create policy expires_read on security_logs for select to pokpong_system using (true);
create policy expires on security_logs for delete to pokpong_system using (true);
-- Nobody changes or removes a line.
grant select, insert on security_logs to pokpong_app;
grant insert, select (organization_id, user_id, event, created_at) on security_logs to pokpong_auth;

-- The end of a workspace is written by the same statement that ends it.
create function log_workspace_end() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into security_logs (organization_id, id, event, actor_name, actor_email, source_id, source_name, subject, created_at)
  values (new.organization_id, gen_random_uuid(), 'workspaceDeletion.finished', '', '', new.id, new.name, new.name, new.finished_at);
  return null;
end $$;
create trigger workspace_deletions_end after update of finished_at on workspace_deletions
  for each row when (old.finished_at is null and new.finished_at is not null) execute function log_workspace_end();

-- Removes at most `p_limit` lines that are older than two years. Answers how many.
create function expire_security_logs(p_now timestamptz, p_limit integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  removed integer;
begin
  delete from security_logs where ctid = any (array(
    select ctid from security_logs where created_at < p_now - interval '2 years' limit p_limit));
  get diagnostics removed = row_count;
  return removed;
end $$;
revoke all on function log_workspace_end, expire_security_logs from public;
grant execute on function expire_security_logs to pokpong_system;
