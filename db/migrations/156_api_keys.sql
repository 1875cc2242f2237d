-- Keys by which programs call the API in one workspace, as the person who created the key and within its scopes.
create table api_keys (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  prefix text not null,                   -- the beginning of the key, to recognise it by
  secret_hash text not null unique,       -- SHA-256 of the key, hex: the key itself is only with the program
  previous_hash text unique,              -- of the key before the last rotation
  previous_expires_at timestamptz,        -- until when that one still works
  scopes text[] not null,                 -- of KEY_SCOPES (shared/apiKey/scopes.ts)
  allowed_addresses text[] not null default '{}',  -- networks it may be used from; none: from anywhere
  expires_at timestamptz,                 -- null: never
  last_used_at timestamptz,               -- written at most once a minute
  revoked_at timestamptz,
  row_version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, created_by) references personnel
);
create index api_keys_newest on api_keys (workspace_id, created_at desc, id);
grant select, insert, update on api_keys to pokpong_app;
grant select, update (last_used_at) on api_keys to pokpong_auth;
call wall('api_keys');
-- A key is looked up before its workspace is known.
create policy sign_in on api_keys to pokpong_auth using (true) with check (true);

-- The key that acted, as it was called; null: a person or the system.
alter table activity_logs add column program text;
