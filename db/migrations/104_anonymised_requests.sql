-- Closed requests are anonymised after the years of their workspace: who asked and what was said goes for good; number,
-- form, rights, stages, grounds, dates and figures stay.
alter table requests
  alter column subject drop not null,
  add column anonymised_at timestamptz,
  add column anonymised_counted boolean not null default false, -- stands in the activity log
  add check ((subject is null) = (anonymised_at is not null)),
  add check (anonymised_at is null or (closed_at is not null and uid_hash is null and email_hash is null and phone_hash is null));
alter table request_rights alter column detail drop not null;
create index requests_kept on requests (workspace_id, closed_at, id) where closed_at is not null and anonymised_at is null;
create index requests_anonymised on requests (workspace_id) where anonymised_at is not null and not anonymised_counted;

-- What is kept for good otherwise may go with its request's anonymising alone.
do $$
declare
  part record;
begin
  for part in select * from (values
    ('request_arrivals', 'id'), ('request_corrections', 'request_id'), ('request_links', 'request_id'),
    ('identity_documents', 'request_id'), ('request_messages', 'request_id'), ('request_notices', 'request_id'),
    ('request_tasks', 'request_id'), ('request_gatherings', 'request_id'), ('request_answers', 'request_id')) as parts (name, request) loop
    execute format('grant delete on %I to pokpong_app', part.name);
    execute format(
      'create policy anonymised on %1$I as restrictive for delete to pokpong_app using (exists (
         select from requests q where q.workspace_id = %1$I.workspace_id and q.id = %1$I.%2$I and q.anonymised_at is not null))',
      part.name, part.request);
  end loop;
end $$;
grant update (reason) on request_moves to pokpong_app;
create policy anonymised on request_moves as restrictive for update to pokpong_app using (exists (
  select from requests q where q.workspace_id = request_moves.workspace_id and q.id = request_moves.request_id and q.anonymised_at is not null));

-- Workspaces with requests whose time is over, or that were anonymised and do not yet stand in the activity log.
create function workspaces_to_anonymise(p_now timestamptz) returns table (workspace_id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  target record;
begin
  for target in select id from workspaces order by id loop
    perform set_config('app.workspace_id', target.id::text, true);
    if exists (
      select from requests q where q.workspace_id = target.id and q.anonymised_at is null and q.closed_at < p_now - make_interval(
        years => coalesce((select s.retention_years from request_settings s where s.workspace_id = target.id), 10)))
      or exists (
      select from requests q where q.workspace_id = target.id and q.anonymised_at is not null and not q.anonymised_counted) then
      workspace_id := target.id;
      return next;
    end if;
  end loop;
end $$;
revoke all on function workspaces_to_anonymise from public;
grant execute on function workspaces_to_anonymise to pokpong_system;
