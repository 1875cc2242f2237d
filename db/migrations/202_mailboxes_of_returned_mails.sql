-- Mailboxes to which mails of a server are returned, read by IMAP (docs/decisions/108).
create table mail_server_mailboxes (
  organization_id uuid not null,
  id uuid not null,                       -- of its server
  host text not null,
  port integer not null check (port between 1 and 65535),
  encryption text not null check (encryption in ('tls', 'starttls')),
  certificate text not null default '',   -- of the authority that vouches for it, PEM; none: a public one
  username text not null check (username <> ''),
  password bytea not null,                -- sealed under the master key, as that of the server
  folder text not null,
  version integer not null default 1,     -- of these settings
  uid_validity bigint,                    -- of the folder when it was last read; null: it was not
  last_uid bigint not null default 0,     -- up to here its messages have been read
  last_read_at timestamptz,
  returned integer not null default 0,    -- mails that were found to have been returned
  tried_at timestamptz,
  reading_until timestamptz,              -- while a node is at it: when another may take it up
  rests_until timestamptz,                -- after a fault: until when it is left alone
  fault_kind text,                        -- of MAILBOX_FAULTS (shared/mail/servers.ts); null: it was read the last time
  fault_answer text,                      -- the server's own, without addresses
  fault_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, id) references mail_servers on delete cascade
);
alter table mail_server_mailboxes enable row level security;
alter table mail_server_mailboxes force row level security;
create policy own_organization on mail_server_mailboxes to pokpong_app
  using (organization_id = (select w.organization_id from workspaces w where w.id = current_workspace()))
  with check (organization_id = (select w.organization_id from workspaces w where w.id = current_workspace()));
create policy reads on mail_server_mailboxes to pokpong_system using (true) with check (true);
grant select, insert, update, delete on mail_server_mailboxes to pokpong_app;
grant select, update on mail_server_mailboxes to pokpong_system;
-- Like the password of the server it is under the master key, which belongs to no workspace.
grant select (id, password), update (password) on mail_server_mailboxes to pokpong_rekey;
create policy rekey on mail_server_mailboxes to pokpong_rekey using (true) with check (true);
