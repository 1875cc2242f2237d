-- What all nodes over this database have in common (docs/decisions/037). One row.
create table installation (
  one boolean primary key default true check (one),
  id uuid not null default gen_random_uuid(), -- stands in the folder or bucket of uploaded files too
  master_key_id text,                     -- name of the master key that wraps workspace_keys; null before the first node
  files_marked_at timestamptz             -- since when the id stands there; null before the first node
);

-- Of a database that is in use already: the key of most of its workspaces. Row-level security is forced on the table,
-- and the owner of the schema need not be a superuser.
alter table workspace_keys no force row level security;
insert into installation (master_key_id)
  select (select master_key_id from workspace_keys group by 1 order by count(*) desc, 1 limit 1);
alter table workspace_keys force row level security;

grant select on installation to pokpong_app, pokpong_auth, pokpong_system;
grant update (master_key_id, files_marked_at) on installation to pokpong_auth;
