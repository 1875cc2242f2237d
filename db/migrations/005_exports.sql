-- Documents and files that the product makes and takes in as jobs.
create table exports (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  kind text not null,                     -- of shared/export.ts
  format text not null,
  locale text not null check (locale in ('th', 'en')),
  -- The record it is of (an application); null for one of the whole workspace.
  subject_id uuid,
  subject text not null default '',       -- that record's name when it was asked for
  input jsonb not null default '{}',      -- filters, as the kind's schema takes them
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
  done integer not null default 0,
  total integer,                          -- null while it is not known
  attempts integer not null default 0,
  error_code text,
  file_id uuid,
  requested_by uuid not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  cleared_at timestamptz,                 -- when the one who asked took it off the list
  primary key (workspace_id, id),
  foreign key (workspace_id, file_id) references files,
  foreign key (workspace_id, requested_by) references personnel
);
create index exports_requested on exports (workspace_id, requested_by, created_at, id);
create index exports_created on exports (workspace_id, created_at, id);
create index exports_subject on exports (workspace_id, kind, subject_id, created_at);
-- A download asks whether the file is an export's.
create index exports_file on exports (workspace_id, file_id) where file_id is not null;
-- What waits without a job is found every minute, what has had its time every quarter of an hour.
create index exports_open on exports (created_at) where status in ('waiting', 'running');
create index exports_kept on exports (finished_at) where file_id is not null;

create table imports (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  kind text not null,
  file_id uuid,                           -- null once the file of a cancelled import is swept
  file_name text not null,
  locale text not null check (locale in ('th', 'en')),
  -- uploaded -> reading -> ready (columns and preview known) -> checking -> checked (errors by row known) -> running -> done; failed from any, cancelled before it runs.
  status text not null default 'uploaded' check (status in ('uploaded', 'reading', 'ready', 'checking', 'checked', 'running', 'done', 'failed', 'cancelled')),
  columns jsonb not null default '[]',    -- headers of the file, with the first rows
  mapping jsonb not null default '{}',    -- which column of the file fills which field
  summary jsonb not null default '{}',    -- counts: rows, accepted, rejected, created, changed, unchanged
  problems jsonb not null default '[]',   -- the first ones, by row
  done integer not null default 0,
  total integer,
  error_code text,
  rejects_file_id uuid,
  requested_by uuid not null,
  -- Nodes that died at the step at hand; too many, and it is given up.
  attempts integer not null default 0,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, file_id) references files on delete set null (file_id),
  foreign key (workspace_id, rejects_file_id) references files on delete set null (rejects_file_id),
  foreign key (workspace_id, requested_by) references personnel
);
create index imports_created on imports (workspace_id, created_at, id);
-- A download asks whether the file is an import's.
create index imports_file on imports (workspace_id, file_id) where file_id is not null;
create index imports_rejects on imports (workspace_id, rejects_file_id) where rejects_file_id is not null;
create index imports_open on imports (updated_at) where status in ('uploaded', 'reading', 'checking', 'running');

grant select, insert, update, delete on exports, imports to pokpong_app;
call wall('exports');
call wall('imports');

-- Jobs look for exports that no job is about, and for files that have had their time: never what was asked for.
grant select (workspace_id, id, status, attempts, created_at, finished_at, file_id) on exports to pokpong_system;
create policy jobs on exports for select to pokpong_system using (status in ('waiting', 'running') or file_id is not null);

-- The same of imports: where a job is needed, never of which file or for whom.
grant select (workspace_id, id, status, created_at, updated_at) on imports to pokpong_system;
create policy jobs on imports for select to pokpong_system using (status in ('uploaded', 'reading', 'checking', 'running'));
