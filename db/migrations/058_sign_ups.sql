-- Links by which an organisation signs up (docs/decisions/048): sent to an address, which opening it proves, or made by
-- the operator. Nothing else exists of it before the link is used.
create table sign_ups (
  token_hash text primary key,            -- SHA-256 of the link's secret, hex
  email text check (email = lower(email)), -- null: a link of the operator, whose holder says who they are
  organization_name text not null default '',
  workspace_name text not null default '',
  name text not null default '',
  while_empty boolean not null default false, -- works as long as nobody can sign in
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_ups_email on sign_ups (email) where email is not null;
create index sign_ups_expires on sign_ups (expires_at);
grant select, insert, update on sign_ups to pokpong_auth;
-- For whoever sweeps: when a row may go, nothing else of it.
grant select (expires_at), delete on sign_ups to pokpong_system;
