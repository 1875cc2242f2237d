-- The way of a data subject to their request: a link that nobody guesses, a code sent to the address that is held, and
-- a short session that the code opens.

create table request_links (
  workspace_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  person text not null check (person in ('SUBJECT', 'GUARDIAN')),
  token_hash bytea not null,              -- SHA-256: the link itself stands in the mail alone
  confirmed_at timestamptz,               -- when a code was first entered
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, request_id, person),
  foreign key (workspace_id, request_id) references requests on delete cascade
);
create unique index request_links_token on request_links (token_hash);

create table request_codes (
  workspace_id uuid not null,
  request_link_id uuid not null,
  code_hash text not null,                -- keyed, with the link
  tries_left smallint not null check (tries_left >= 0),
  expires_at timestamptz not null,
  primary key (workspace_id, request_link_id), -- a new code ends the one before
  foreign key (workspace_id, request_link_id) references request_links on delete cascade
);

create table request_sessions (
  workspace_id uuid not null,
  id uuid not null,
  request_link_id uuid not null,
  token_hash bytea not null,              -- SHA-256
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, request_link_id) references request_links on delete cascade
);
create unique index request_sessions_token on request_sessions (token_hash);
create index request_sessions_link on request_sessions (workspace_id, request_link_id);
create index request_sessions_ended on request_sessions (expires_at);

grant select, insert, update on request_links to pokpong_app;
grant select, insert, update, delete on request_codes, request_sessions to pokpong_app;
call wall('request_links');
call wall('request_codes');
call wall('request_sessions');

-- Who comes with a link or a session names no workspace.
grant select (workspace_id, id, token_hash) on request_links to pokpong_system;
create policy links on request_links for select to pokpong_system using (true);
grant select (workspace_id, request_link_id, token_hash, expires_at), delete on request_sessions to pokpong_system;
create policy sessions on request_sessions to pokpong_system using (true);
