-- Clocks, personal lines of the bell, and who is editing what.

-- A clock is a stored deadline. `fires_at` is the next moment at which somebody is told, so that a node sleeps until
-- the earliest of them and no open clock costs anything meanwhile.
create table deadlines (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('incident.authority', 'approval.step', 'approval.absence')),
  subject_id uuid not null,               -- the record whose clock it is: an incident, an approval line, an absence
  started_at timestamptz not null,
  due_at timestamptz not null,
  stopped_at timestamptz,                 -- stands since then
  ended_at timestamptz,                   -- null while it is open
  outcome text check (outcome in ('met', 'late', 'notNeeded')),
  -- Hours before `due_at` at which somebody is told; being overdue is always told.
  alert_hours integer[] not null default '{}',
  fires_at timestamptz,                   -- null: nothing is left to tell, or the clock stands or has ended
  fired_until timestamptz,                -- thresholds at or before this moment were told
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, kind, subject_id),
  check ((ended_at is null) = (outcome is null))
);
create index deadlines_next on deadlines (fires_at) where fires_at is not null;
create index deadlines_open on deadlines (workspace_id, kind, due_at) where ended_at is null and stopped_at is null;
create index deadlines_standing on deadlines (workspace_id, kind) where ended_at is null and stopped_at is not null;
create index deadlines_due on deadlines (workspace_id, kind, due_at, subject_id);
grant select, insert, update, delete on deadlines to pokpong_app;
call wall('deadlines');
-- The alarm looks across workspaces for what is due, and sees no more than that.
grant select (workspace_id, id, fires_at) on deadlines to pokpong_system;
create policy alarms on deadlines for select to pokpong_system using (fires_at is not null);

-- Lines of the activity log that are told to one person, whatever his role: the bell of those who do not read the log.
create table personal_notices (
  workspace_id uuid not null,
  personnel_id uuid not null,
  activity_id uuid not null,
  -- The event rings no bell by itself: those who read the log find it nowhere but here.
  silent boolean not null default false,
  created_at timestamptz not null,
  primary key (workspace_id, personnel_id, activity_id),
  foreign key (workspace_id, personnel_id) references personnel on delete cascade,
  foreign key (workspace_id, activity_id) references activity_logs on delete cascade
);
create index personal_notices_newest on personal_notices (workspace_id, personnel_id, created_at desc, activity_id desc);
create index personal_notices_silent on personal_notices (workspace_id, personnel_id, created_at desc, activity_id desc) where silent;
grant select, insert on personal_notices to pokpong_app;
call wall('personal_notices');

-- Who has begun to change which record; forgotten at `until` unless he says so again.
create table editors (
  workspace_id uuid not null,
  entity text not null,
  entity_id uuid not null,
  personnel_id uuid not null,
  until timestamptz not null,
  primary key (workspace_id, entity, entity_id, personnel_id),
  foreign key (workspace_id, personnel_id) references personnel on delete cascade
);
create index editors_until on editors (until);
grant select, insert, update, delete on editors to pokpong_app;
call wall('editors');
grant select (until), delete on editors to pokpong_system;
create policy sweeps on editors to pokpong_system using (true);
