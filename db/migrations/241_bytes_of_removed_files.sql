-- Files whose rows were removed and whose bytes remain: these are removed after the commit, and tried again where the
-- store refuses (server/platform/files/remove.ts).
create table removed_files (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,                       -- of the file
  storage_key text not null,
  clear_key text,
  removed_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index removed_files_age on removed_files (removed_at);
grant select, insert, delete on removed_files to pokpong_app;
call wall('removed_files');
grant select (workspace_id, id, removed_at) on removed_files to pokpong_system;
create policy sweeps on removed_files for select to pokpong_system using (true);
