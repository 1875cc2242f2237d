-- Keys that are replaced while the product runs (docs/decisions/099).

-- From when a key of a workspace encrypts. Until then every node only learns to open what it encrypts.
alter table workspace_keys add column active_from timestamptz;
do $$
begin
  -- Row-level security is forced on the table, and the owner of the schema need not be a superuser.
  alter table workspace_keys no force row level security;
  update workspace_keys set active_from = created_at;
  alter table workspace_keys force row level security;
end $$;
alter table workspace_keys alter column active_from set not null, alter column active_from set default now();
grant update (wrapped, master_key_id) on workspace_keys to pokpong_auth;

-- Master keys of before, under the one of now: they open what is not encrypted anew yet, and the first of them makes the
-- look-ups.
create table installation_keys (
  id text primary key,                    -- name of the master key
  wrapped bytea not null,                 -- the key, AES-256-GCM under the master key of now
  retired_at timestamptz not null
);
grant select, insert, update on installation_keys to pokpong_auth;
grant update (master_key_id) on installation to pokpong_auth;

-- Which master keys a node has, as it said itself when it was asked last.
create table node_keys (
  node text primary key,                  -- machine and process, as in the name of its connection
  master_key_ids text[] not null,
  reported_at timestamptz not null
);
grant select, insert, update, delete on node_keys to pokpong_auth;

-- Encrypting anew what older keys of a workspace encrypted.
create table key_rotations (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,                       -- of the key
  started_by uuid,                        -- personnel; null: an operator
  started_at timestamptz not null,
  total bigint,                           -- values and files; null: not counted yet
  done bigint not null default 0,
  failed bigint not null default 0,       -- files that could not be read
  position jsonb,                         -- where it goes on
  finished_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, id) references workspace_keys on delete cascade,
  foreign key (workspace_id, started_by) references personnel
);
grant select, insert, update on key_rotations to pokpong_app;
call wall('key_rotations');

-- Encrypts sealed columns anew: sees of a table the id and those columns, and changes those columns alone.
grant usage on schema public to pokpong_rekey;

-- Declares the sealed columns of a workspace's table.
create procedure sealed_columns(target regclass, variadic columns name[]) language plpgsql as $$
declare
  list text := (select string_agg(quote_ident(one), ', ') from unnest(columns) as one);
begin
  execute format('grant select (workspace_id, id, %s), update (%s) on %s to pokpong_rekey', list, list, target);
  execute format('create policy rekey on %s to pokpong_rekey using (workspace_id = (select current_workspace())) with check (workspace_id = (select current_workspace()))', target);
end $$;

call sealed_columns('agent_requests', 'facts');
call sealed_columns('consent_receipts', 'document');
call sealed_columns('consents', 'secret');
call sealed_columns('identity_documents', 'reason');
call sealed_columns('identity_facts', 'question');
call sealed_columns('incident_notifications', 'recipients');
call sealed_columns('incidents', 'reporter');
call sealed_columns('request_answer_files', 'boxes');
call sealed_columns('request_answers', 'letter', 'password', 'contents');
call sealed_columns('request_corrections', 'changes');
call sealed_columns('request_forms', 'secret');
call sealed_columns('request_messages', 'body');
call sealed_columns('request_moves', 'reason');
call sealed_columns('request_notices', 'facts');
call sealed_columns('request_rights', 'detail', 'resolution', 'fee_reason');
call sealed_columns('request_tasks', 'details');
call sealed_columns('request_upload_parts', 'content');
call sealed_columns('request_uploads', 'name');
call sealed_columns('requests', 'subject');
call sealed_columns('user_consents', 'identity');
call sealed_columns('webhook_deliveries', 'answer');
call sealed_columns('webhooks', 'secret', 'previous_secret');

-- What is under the master key belongs to no workspace.
grant select (id, payload), update (payload) on mails to pokpong_rekey;
grant select (id, private_key), update (private_key) on signing_keys to pokpong_rekey;
grant select (id, password, dkim_key), update (password, dkim_key) on mail_servers to pokpong_rekey;
create policy rekey on mails to pokpong_rekey using (true) with check (true);
create policy rekey on mail_servers to pokpong_rekey using (true) with check (true);
