-- Exports of consents that are delivered by SFTP on a schedule (docs/decisions/094).
create table export_schedules (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  frequency text not null check (frequency in ('Daily', 'Weekly', 'Monthly')),
  hour integer not null check (hour between 0 and 23),  -- in Bangkok
  day integer,                            -- Weekly: 1 Monday to 7 Sunday; Monthly: of the month, or its last
  content text not null default 'all' check (content in ('all', 'changes')),
  format text not null default 'csv' check (format in ('csv', 'xlsx')),
  locale text not null default 'th' check (locale in ('th', 'en')),  -- of the headings
  encryption_key text not null default '', -- public OpenPGP key that files are encrypted for; none: they are not
  host text not null,
  port integer not null check (port between 1 and 65535),
  username text not null,
  sign_in text not null check (sign_in in ('password', 'key')),
  secret bytea not null,                  -- the password or private key, sealed under the master key: it runs outside any workspace
  folder text not null,
  host_key text,                          -- the server's, as it was confirmed: type and base64, as in known_hosts
  active boolean not null,
  stopped text,                           -- why the product itself made it inactive
  next_at timestamptz,                    -- of its next run; null while it is inactive
  row_version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  check (case frequency when 'Daily' then day is null
                        when 'Weekly' then day is not null and day between 1 and 7
                        else day is not null and day between 1 and 31 end),
  check (active = (next_at is not null)),
  check (not active or host_key is not null)
);
create unique index export_schedules_name on export_schedules (organization_id, lower(name));
create index export_schedules_due on export_schedules (next_at) where next_at is not null;

-- Which forms it delivers; its workspaces are theirs.
create table export_schedule_consents (
  workspace_id uuid not null,
  schedule_id uuid not null,
  consent_id uuid not null,
  organization_id uuid not null,
  primary key (workspace_id, schedule_id, consent_id),
  foreign key (workspace_id, consent_id) references consents on delete cascade,
  foreign key (organization_id, schedule_id) references export_schedules on delete cascade
);
create index export_schedule_consents_schedule on export_schedule_consents (organization_id, schedule_id);
create index export_schedule_consents_consent on export_schedule_consents (workspace_id, consent_id);

-- What it delivers: one file of one form a run.
create table export_schedule_tasks (
  workspace_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  schedule_id uuid not null,
  consent_id uuid not null,
  run_at timestamptz not null,            -- the content is as of then
  manual boolean not null,                -- somebody wanted it now
  since timestamptz,                      -- of a delivery of changes: the moment of the delivery before
  state text not null default 'waiting' check (state in ('waiting', 'running', 'delivered', 'failed')),
  file_name text,                         -- as it is on the server
  rows integer,
  bytes bigint,
  sha256 text,
  file_id uuid,                           -- our own copy, for three months
  manifest text,                          -- as it lies beside the file
  attempts integer not null default 0,
  next_at timestamptz,                    -- when it is tried; null: it has ended
  claimed_until timestamptz,              -- while it is one node's
  problem text,                           -- of the last attempt
  log jsonb not null default '[]',
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, schedule_id, consent_id, run_at),
  foreign key (workspace_id, consent_id) references consents on delete cascade,
  foreign key (organization_id, schedule_id) references export_schedules on delete cascade,
  foreign key (workspace_id, file_id) references files on delete set null (file_id),
  check ((next_at is null) = (state in ('delivered', 'failed')))
);
create index export_schedule_tasks_due on export_schedule_tasks (next_at) where next_at is not null;
create index export_schedule_tasks_newest on export_schedule_tasks (organization_id, schedule_id, created_at desc, id);
create index export_schedule_tasks_consent on export_schedule_tasks (workspace_id, consent_id);
create index export_schedule_tasks_file on export_schedule_tasks (workspace_id, file_id) where file_id is not null;

alter table export_schedules enable row level security;
alter table export_schedules force row level security;
create policy own_organization on export_schedules to pokpong_app
  using (organization_id = (select w.organization_id from workspaces w where w.id = current_workspace()))
  with check (organization_id = (select w.organization_id from workspaces w where w.id = current_workspace()));
create policy plans on export_schedules to pokpong_system using (true) with check (true);
call wall('export_schedule_consents');
-- A schedule is of several workspaces of one organisation: it is written from any of them, by who administers all.
create policy own_organization on export_schedule_consents to pokpong_app
  using (organization_id = (select w.organization_id from workspaces w where w.id = current_workspace()))
  with check (organization_id = (select w.organization_id from workspaces w where w.id = current_workspace()));
create policy same_organization on export_schedule_consents as restrictive to pokpong_app using (true)
  with check (organization_id = (select w.organization_id from workspaces w where w.id = workspace_id));
create policy plans on export_schedule_consents for select to pokpong_system using (true);
call wall('export_schedule_tasks');
-- Its history is read by who administers the organisation; each file is made and delivered inside its own workspace.
create policy own_organization on export_schedule_tasks for select to pokpong_app
  using (organization_id = (select w.organization_id from workspaces w where w.id = current_workspace()));
create policy plans on export_schedule_tasks to pokpong_system using (true) with check (true);

grant select, insert, update, delete on export_schedules to pokpong_app;
grant select, insert, delete on export_schedule_consents to pokpong_app;
grant select, insert, update on export_schedule_tasks to pokpong_app;
-- The planner sees when something is due, never how to sign in.
grant select (organization_id, id, frequency, hour, day, next_at), update (next_at) on export_schedules to pokpong_system;
grant select on export_schedule_consents to pokpong_system;
grant select (workspace_id, id, organization_id, schedule_id, consent_id, run_at, next_at, claimed_until, created_at), insert, delete
  on export_schedule_tasks to pokpong_system;

-- The password or key is sealed anew when the master key is replaced.
grant select (id, secret), update (secret) on export_schedules to pokpong_rekey;
create policy rekey on export_schedules to pokpong_rekey using (true) with check (true);
