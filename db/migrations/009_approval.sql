-- Approval lines: a document as it was made, and those who approve it one after the other.

-- Of the record that an application's document tells of, as it was when the document was made.
alter table exports add column record_sha256 text;

create table approval_settings (
  workspace_id uuid primary key references workspaces on delete cascade,
  -- Days after which the one whose turn it is is reminded, again and again; 0: never.
  remind_after_days integer not null default 2 check (remind_after_days between 0 and 60),
  row_version integer not null default 1,
  updated_at timestamptz not null default now()
);
grant select, insert, update on approval_settings to pokpong_app;
call wall('approval_settings');

-- Whom a new line of this kind starts with, in order.
create table approval_defaults (
  workspace_id uuid not null,
  report_type text not null check (report_type in ('ROPA', 'DPIA')),
  position smallint not null check (position between 1 and 10),
  personnel_id uuid not null,
  primary key (workspace_id, report_type, position),
  unique (workspace_id, report_type, personnel_id),
  foreign key (workspace_id, personnel_id) references personnel on delete cascade
);
grant select, insert, update, delete on approval_defaults to pokpong_app;
call wall('approval_defaults');

create table approval_lines (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  number integer not null,                -- counted in the workspace, from 1
  report_type text not null check (report_type in ('ROPA', 'DPIA')),
  application_id uuid,                    -- null once it is deleted; its name stays
  application_name text not null,
  controller_name_th text not null,
  controller_name_en text not null,
  version integer not null,               -- of the application when the document was made; 0: never published
  description text not null default '',
  status text not null default 'NEW' check (status in ('NEW', 'PENDING', 'APPROVED', 'REJECTED', 'REWORKED', 'CANCEL')),
  round integer not null default 1,       -- counts up each time it is handed in again; the columns below tell of this one
  export_id uuid not null,
  file_id uuid not null,                  -- a copy of the export's file that is kept as long as the line
  sha256 text not null,                   -- of that file, hex
  record_sha256 text not null,            -- of the record that the document tells of, to see a material change
  check_code text not null unique,        -- opens the public check; unguessable
  requester_id uuid not null,
  requested_at timestamptz not null,
  decided_at timestamptz,
  reopened_at timestamptz,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, number),
  foreign key (workspace_id, application_id) references applications on delete set null (application_id),
  foreign key (workspace_id, file_id) references files,
  foreign key (workspace_id, requester_id) references personnel
);
create index approval_lines_updated on approval_lines (workspace_id, updated_at, id);
create index approval_lines_requested on approval_lines (workspace_id, requested_at, id);
create index approval_lines_status on approval_lines (workspace_id, status, updated_at, id);
create index approval_lines_requester on approval_lines (workspace_id, requester_id, updated_at, id);
create index approval_lines_application on approval_lines (workspace_id, application_id, report_type) where application_id is not null;
-- A download asks whether the file is a line's.
create index approval_lines_file on approval_lines (workspace_id, file_id);
create index approval_lines_name on approval_lines (workspace_id, (left(application_name, 200)) collate thai, id);
grant select, insert, update on approval_lines to pokpong_app;
call wall('approval_lines');
call searchable('approval_lines', $$number::text || ' ' || application_name || ' ' || description$$);
-- The public check names no workspace: it is found by its code.
grant select (workspace_id, id, check_code) on approval_lines to pokpong_system;
create policy checks on approval_lines for select to pokpong_system using (true);

create table approval_steps (
  workspace_id uuid not null,
  line_id uuid not null,
  round integer not null,
  position smallint not null check (position between 1 and 50),
  approver_id uuid not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'CURRENT', 'APPROVED', 'REJECTED', 'REWORKED', 'SKIPPED')),
  acted_by uuid,                          -- the approver, or who stood in for him
  comment text not null default '',
  since timestamptz,                      -- when it became his turn
  acted_at timestamptz,
  reminded_at timestamptz,
  primary key (workspace_id, line_id, round, position),
  foreign key (workspace_id, line_id) references approval_lines on delete cascade,
  foreign key (workspace_id, approver_id) references personnel,
  foreign key (workspace_id, acted_by) references personnel
);
create index approval_steps_actor on approval_steps (workspace_id, acted_by) where acted_by is not null;
create index approval_steps_approver on approval_steps (workspace_id, approver_id, status);
create unique index approval_steps_current on approval_steps (workspace_id, line_id) where status = 'CURRENT';
grant select, insert, update, delete on approval_steps to pokpong_app;
call wall('approval_steps');

-- The document of each round that is over: what was decided then was decided of it.
create table approval_rounds (
  workspace_id uuid not null,
  line_id uuid not null,
  round integer not null,
  file_id uuid not null,
  sha256 text not null,                   -- of that file, hex
  version integer not null,
  requested_at timestamptz not null,
  primary key (workspace_id, line_id, round),
  foreign key (workspace_id, line_id) references approval_lines on delete cascade,
  foreign key (workspace_id, file_id) references files
);
create index approval_rounds_file on approval_rounds (workspace_id, file_id);
grant select, insert on approval_rounds to pokpong_app;
call wall('approval_rounds');

-- Who acts for whom while he is away.
create table approval_absences (
  workspace_id uuid not null,
  id uuid not null,
  personnel_id uuid not null,
  delegate_id uuid not null check (delegate_id <> personnel_id),
  from_at timestamptz not null,
  until_at timestamptz not null,
  note text not null default '',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,                   -- called off before its time
  primary key (workspace_id, id),
  check (from_at < until_at),
  foreign key (workspace_id, personnel_id) references personnel on delete cascade,
  foreign key (workspace_id, delegate_id) references personnel on delete cascade,
  foreign key (workspace_id, created_by) references personnel
);
create index approval_absences_person on approval_absences (workspace_id, personnel_id, until_at);
create index approval_absences_delegate on approval_absences (workspace_id, delegate_id, until_at);
grant select, insert, update on approval_absences to pokpong_app;
call wall('approval_absences');
