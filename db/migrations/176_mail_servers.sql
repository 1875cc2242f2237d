-- Mail servers of organisations, and which workspaces they carry the mails of (docs/decisions/095).
create table mail_servers (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  host text not null,
  port integer not null check (port between 1 and 65535),
  encryption text not null check (encryption in ('tls', 'starttls', 'none')),
  certificate text not null default '',   -- of the authority that vouches for the server, PEM; none: a public one
  username text not null default '',      -- none: without signing in
  password bytea,                         -- sealed under the master key: mails are sent outside any workspace
  from_address text not null,
  from_name text not null default '',
  daily_limit integer check (daily_limit > 0),  -- null: none
  active boolean not null,
  row_version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  check ((username = '') = (password is null)),
  check (encryption <> 'none' or username = '')  -- a password never goes over the wire in clear
);

-- A workspace has one server at most; without one the global server carries its mails.
create table mail_server_links (
  workspace_id uuid primary key references workspaces on delete cascade,
  organization_id uuid not null,
  server_id uuid not null,
  created_at timestamptz not null,
  foreign key (organization_id, server_id) references mail_servers on delete cascade
);
create index mail_server_links_server on mail_server_links (organization_id, server_id);

-- How a server fares; written as mails go out.
create table mail_server_states (
  organization_id uuid not null,
  server_id uuid not null,
  day date not null,                      -- in Thailand; on a later one the count begins again
  sent integer not null default 0,
  last_sent_at timestamptz,
  rests_until timestamptz,                -- after a fault: until when mails go by the global server
  primary key (organization_id, server_id),
  foreign key (organization_id, server_id) references mail_servers on delete cascade
);

-- What went wrong, counted by day and cause: of 5,000 recipients in a row it is one line.
create table mail_server_failures (
  organization_id uuid not null,
  server_id uuid not null,
  day date not null,
  kind text not null,                     -- of FAILURE_KINDS (shared/mailServer/schema.ts)
  reason text not null,                   -- codes alone
  answer text not null,                   -- the server's own, without addresses
  count integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (organization_id, server_id, day, kind, reason),
  foreign key (organization_id, server_id) references mail_servers on delete cascade
);
create index mail_server_failures_newest on mail_server_failures (organization_id, server_id, last_at desc);

do $$
declare
  one text;
begin
  foreach one in array array['mail_servers', 'mail_server_states', 'mail_server_failures'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format($policy$create policy own_organization on %I to pokpong_app
      using (organization_id = (select w.organization_id from workspaces w where w.id = current_workspace()))
      with check (organization_id = (select w.organization_id from workspaces w where w.id = current_workspace()))$policy$, one);
    execute format('create policy sends on %I to pokpong_system using (true) with check (true)', one);
  end loop;
end $$;
call wall('mail_server_links');
-- Which workspaces use a server, the other workspaces of the organisation see; each links itself alone.
create policy own_organization on mail_server_links for select to pokpong_app
  using (organization_id = (select w.organization_id from workspaces w where w.id = current_workspace()));
-- A workspace links itself to a server of its own organisation alone.
create policy same_organization on mail_server_links as restrictive to pokpong_app using (true)
  with check (organization_id = (select w.organization_id from workspaces w where w.id = current_workspace()));
create policy sends on mail_server_links for select to pokpong_system using (true);

grant select, insert, update, delete on mail_servers to pokpong_app;
grant select, insert, update, delete on mail_server_links to pokpong_app;
grant select, update (rests_until) on mail_server_states to pokpong_app;
grant select on mail_server_failures to pokpong_app;
grant select on mail_servers, mail_server_links to pokpong_system;
grant select, insert, update on mail_server_states to pokpong_system;
grant select, insert, update, delete on mail_server_failures to pokpong_system;
