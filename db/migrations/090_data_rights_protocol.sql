-- Requests by Data Rights Protocol 1.0: authorised agents send them, signed, and are called back when they change.

-- By what agents name the organisation (business-id).
create table protocol_settings (
  workspace_id uuid primary key references workspaces on delete cascade,
  business_id text not null,
  row_version integer not null default 1,
  updated_by uuid,
  updated_at timestamptz not null default now(),
  foreign key (workspace_id, updated_by) references personnel
);
grant select, insert, update on protocol_settings to pokpong_app;
call wall('protocol_settings');

create table authorised_agents (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  agent_id text not null,                 -- as it names itself
  name text not null,
  verify_key bytea not null check (octet_length(verify_key) = 32), -- Ed25519
  website text not null default '',
  contact text not null default '',
  trusts_identity boolean not null default false, -- whom it has verified needs no code of ours
  active boolean not null default true,
  token_hash bytea,                       -- SHA-256; a new token ends the one before
  token_issued_at timestamptz,
  row_version integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, created_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel
);
create unique index authorised_agents_agent_id on authorised_agents (workspace_id, agent_id);
create unique index authorised_agents_token on authorised_agents (workspace_id, token_hash) where token_hash is not null;
grant select, insert, update, delete on authorised_agents to pokpong_app;
call wall('authorised_agents');

-- Signed messages that were taken: none is good twice.
create table agent_messages (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  hash bytea not null,                    -- SHA-256 of what was signed
  expires_at timestamptz not null,        -- by its own words; afterwards it is refused for its age
  primary key (workspace_id, id),
  unique (workspace_id, hash)
);
create index agent_messages_expired on agent_messages (expires_at);
grant select, insert on agent_messages to pokpong_app;
call wall('agent_messages');
grant select (expires_at), delete on agent_messages to pokpong_system;
create policy sweeps on agent_messages to pokpong_system using (expires_at < now() - interval '1 day');

create table agent_requests (
  workspace_id uuid not null,
  id uuid not null,                       -- of the request
  agent_id uuid not null,
  reference bytea,                        -- keyed hash of the number that the agent gave it
  body bytea not null,                    -- keyed hash of what was asked for, to tell a repetition from another request
  facts bytea not null,                   -- sealed: what the agent said beside who asks, and where it is called back
  has_callback boolean not null,
  callback_at timestamptz,                -- when it is called back; null: it knows how the request stands
  calling_until timestamptz,              -- a node is calling; should it die, another one calls afterwards
  callback_tries integer not null default 0,
  revision integer not null default 1,    -- counts changes of the request, so that none is lost while a call is under way
  reported bytea,                         -- SHA-256 of the status that the agent took last
  reported_at timestamptz,
  failed_at timestamptz,                  -- when a call failed last; null once one is answered
  primary key (workspace_id, id),
  foreign key (workspace_id, id) references requests on delete cascade,
  foreign key (workspace_id, agent_id) references authorised_agents
);
create unique index agent_requests_reference on agent_requests (workspace_id, agent_id, reference) where reference is not null;
create index agent_requests_agent on agent_requests (workspace_id, agent_id);
create index agent_requests_due on agent_requests (callback_at) where callback_at is not null;
grant select, insert, update, delete on agent_requests to pokpong_app;
call wall('agent_requests');
grant select (workspace_id, id, callback_at) on agent_requests to pokpong_system;
create policy callbacks on agent_requests for select to pokpong_system using (callback_at is not null);

-- An agent may have verified who asks.
alter table requests
  drop constraint requests_verified_how_check,
  add constraint requests_verified_how_check check (verified_how in ('CODE', 'DOCUMENT', 'TOKEN', 'AGENT', 'STAFF'));
