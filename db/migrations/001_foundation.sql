-- Roles of the database. None of them owns anything: row-level security and grants bind them all.
--   pokpong_app    serves the procedures; sees one workspace at a time
--   pokpong_auth   resolves sign-in and sessions; the only one that can read password hashes and sessions
--   pokpong_system relays events, sends mails, runs jobs; sees no tenant's records
do $$
declare
  wanted text;
begin
  -- Roles belong to the cluster, so two databases that migrate at once may collide here.
  perform pg_advisory_xact_lock(hashtext('pokpong roles'));
  foreach wanted in array array['pokpong_app', 'pokpong_auth', 'pokpong_system'] loop
    begin
      execute format('create role %I nologin', wanted);
    exception when duplicate_object or unique_violation then null;
    end;
    begin
      execute format('grant %I to current_user', wanted);
    exception when others then null;
    end;
  end loop;
end $$;

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

grant usage on schema public to pokpong_app, pokpong_auth, pokpong_system;

-- Thai dictionary order for names: ก กา เก แก ขา ไข.
create collation if not exists thai (provider = icu, locale = 'th-TH');

create function current_workspace() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.workspace_id', true), '')::uuid;
create function current_app_user() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;

-- ── Identity: outside any workspace ───────────────────────────────────────────────────────────────
create table organizations (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now()
);

create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  password_hash text,
  locale text not null default 'th' check (locale in ('th', 'en')),
  email_verified_at timestamptz,          -- when a mail or a provider proved that the address is his
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table user_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);

create table sessions (
  id_hash text primary key,               -- SHA-256 of the id, hex: the id itself is only with the browser
  handle uuid not null unique,            -- names the session in lists and events without opening it
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('browser', 'api')),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null,
  renew boolean not null default false    -- a new id is due: the user's role has changed
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
create index sessions_idle on sessions (idle_expires_at);

create table password_resets (
  token_hash text primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Shared counters of rate limits; keys are hashed.
create table throttles (
  key text primary key,
  hits integer not null,
  ends_at timestamptz not null
);

-- ── Workspaces ────────────────────────────────────────────────────────────────────────────────────
create table workspaces (
  id uuid primary key,
  organization_id uuid not null references organizations,
  name text not null,
  package text not null check (package in ('Basic', 'Standard', 'Pro', 'Unlimit')),
  encrypt_box_url text not null default '',
  flags jsonb not null,
  settings jsonb not null default '{}',
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index workspaces_organization on workspaces (organization_id);

create table workspace_keys (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  wrapped bytea not null,                 -- data key, AES-256-GCM under the master key
  master_key_id text not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);

create table files (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null,
  type text not null,
  size bigint not null,
  sha256 text not null,
  storage_key text not null,
  uploaded_by uuid,
  attached boolean not null default false, -- swept after a day when never attached to a record
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index files_unattached on files (created_at) where not attached;

create table personnel (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  user_id uuid references users,          -- null until the invitation is accepted
  email text not null check (email = lower(email)),
  name text not null,
  position text not null default '',
  phone text not null default '',
  photo_id uuid,
  role text not null check (role in ('Admin', 'DPO', 'Staff', 'Top Management')),
  status text not null check (status in ('invited', 'active', 'inactive', 'suspended')),
  suspended_reason text not null default '',
  suspended_at timestamptz,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, email),
  foreign key (workspace_id, photo_id) references files
);
create unique index personnel_user on personnel (workspace_id, user_id);
create index personnel_by_user on personnel (user_id);
create index personnel_updated on personnel (workspace_id, updated_at desc, id);
create index personnel_search on personnel using gin (workspace_id, (name || ' ' || email || ' ' || position) gin_trgm_ops);

create table invitations (
  workspace_id uuid not null,
  token_hash text not null unique,
  personnel_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (workspace_id, token_hash),
  foreign key (workspace_id, personnel_id) references personnel on delete cascade
);

-- How far each person has read his bell.
create table notification_marks (
  workspace_id uuid not null,
  personnel_id uuid not null,
  read_at timestamptz not null,
  primary key (workspace_id, personnel_id),
  foreign key (workspace_id, personnel_id) references personnel on delete cascade
);

-- ── Events ────────────────────────────────────────────────────────────────────────────────────────
create table activity_logs (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  module text not null,
  event text not null,
  entity text not null,
  entity_id uuid not null,
  actor_id uuid,                          -- personnel; null for the system itself
  subject text not null default '',       -- the record's own name at that time; never a person's
  changes jsonb not null default '[]',    -- [{ field, old, new }], personal data masked
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index activity_logs_newest on activity_logs (workspace_id, created_at desc, id desc);
create index activity_logs_module on activity_logs (workspace_id, module, created_at desc, id desc);
create index activity_logs_entity on activity_logs (workspace_id, entity_id, created_at desc);
create index activity_logs_search on activity_logs using gin (workspace_id, subject gin_trgm_ops);

-- The relay reads by (xid, seq) below the oldest running transaction, so that no commit is skipped.
create table outbox (
  seq bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  workspace_id uuid not null,
  event text not null,
  entity text not null,
  entity_id uuid not null,
  actor_id uuid,
  recipients uuid[],                      -- personnel who may see it; null: everyone the event is for
  created_at timestamptz not null default now()
);
create index outbox_order on outbox (xid, seq);
create index outbox_workspace on outbox (workspace_id, xid, seq);

-- Mails wait here until they are sent; address and text are encrypted with the master key.
create table mails (
  id uuid primary key,
  workspace_id uuid references workspaces on delete cascade,
  kind text not null,
  payload bytea not null,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed', 'kept')),
  attempts integer not null default 0,
  last_error text,
  next_try_at timestamptz not null default now(), -- while a node is sending it: when another may take it up
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mails_waiting on mails (next_try_at) where status = 'waiting';
create index mails_created on mails (created_at);

create table page_views (
  route text not null,
  day date not null,
  views bigint not null default 1,
  primary key (route, day)
);

-- ── Grants ────────────────────────────────────────────────────────────────────────────────────────
grant select (id, name, created_at) on organizations to pokpong_app;
grant select, insert, update on workspaces to pokpong_app;
grant delete on workspaces to pokpong_app;
grant select, insert on workspace_keys to pokpong_app;
grant select, insert, update, delete on files, personnel, invitations, notification_marks to pokpong_app;
grant select, insert on activity_logs to pokpong_app;
grant insert on outbox, mails to pokpong_app;
grant select on outbox to pokpong_app;
grant select, insert, update on page_views to pokpong_app;

grant select, insert, update, delete on organizations, users, user_identities, sessions, password_resets, throttles to pokpong_auth;
grant select, insert, update on workspaces, personnel, invitations to pokpong_auth;
grant select, insert on workspace_keys, activity_logs, outbox to pokpong_auth;
grant insert on mails to pokpong_auth;

grant select, delete on outbox, sessions, password_resets, throttles to pokpong_system;
grant select, insert, update, delete on mails to pokpong_system;
grant select, delete on files to pokpong_system;

-- ── Walls ─────────────────────────────────────────────────────────────────────────────────────────
-- Every workspace table is closed for everybody, its owner included, but for the workspace that the transaction names.
-- Its references to other records can be checked at commit (`set constraints all deferred`): a workspace that is
-- deleted takes its records along in no particular order.
create procedure wall(target regclass) language plpgsql as $$
declare
  reference name;
begin
  for reference in select conname from pg_constraint where conrelid = target and contype = 'f' and confdeltype = 'a' loop
    execute format('alter table %s alter constraint %I deferrable initially immediate', target, reference);
  end loop;
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy own_workspace on %s to pokpong_app using (workspace_id = current_workspace()) with check (workspace_id = current_workspace())', target);
end $$;

call wall('workspace_keys');
call wall('files');
call wall('personnel');
call wall('invitations');
call wall('notification_marks');
call wall('activity_logs');
call wall('outbox');

-- A user finds his own memberships across workspaces, to choose one.
create policy own_membership on personnel for select to pokpong_app using (user_id = current_app_user());

alter table workspaces enable row level security;
alter table workspaces force row level security;
create policy own_workspace on workspaces to pokpong_app using (id = current_workspace()) with check (id = current_workspace());
create policy own_membership on workspaces for select to pokpong_app
  using (id in (select workspace_id from personnel where user_id = current_app_user() and status = 'active'));

alter table organizations enable row level security;
alter table organizations force row level security;
create policy own_organization on organizations for select to pokpong_app
  using (id in (select organization_id from workspaces));

alter table mails enable row level security;
alter table mails force row level security;
create policy writes on mails for insert to pokpong_app with check (workspace_id = current_workspace());

-- Sign-in and sign-up work before any workspace is known.
create policy sign_in on organizations to pokpong_auth using (true) with check (true);
create policy sign_in on workspaces to pokpong_auth using (true) with check (true);
create policy sign_in on workspace_keys to pokpong_auth using (true) with check (true);
create policy sign_in on personnel to pokpong_auth using (true) with check (true);
create policy sign_in on invitations to pokpong_auth using (true) with check (true);
create policy sign_in on activity_logs for insert to pokpong_auth with check (true);
create policy sign_in on outbox for insert to pokpong_auth with check (true);
create policy sign_in on mails for insert to pokpong_auth with check (true);

create policy relay on outbox to pokpong_system using (true);
create policy posts on mails to pokpong_system using (true) with check (true);
create policy sweeps on files to pokpong_system using (not attached);
