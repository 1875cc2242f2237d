-- Views of lists that people keep under a name: what narrows and sorts the list, as its address has it.
create table saved_views (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  list text not null,
  name text not null check (length(name) between 1 and 100),
  query text not null check (length(query) <= 2000),
  personnel_id uuid not null,             -- whose it is
  shared boolean not null default false,  -- whether the others of the workspace see it too
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, personnel_id, list, name),
  foreign key (workspace_id, personnel_id) references personnel
);
create index saved_views_list on saved_views (workspace_id, list, name);
grant select, insert, update, delete on saved_views to pokpong_app;
call wall('saved_views');
