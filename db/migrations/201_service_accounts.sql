-- Accounts of other systems: the keys of one act for it, whoever leaves the organisation. Its work stands under a row
-- among the personnel, with a status that nobody who signs in, is asked, chosen or written to can have.
alter table personnel drop constraint personnel_status_check;
alter table personnel add constraint personnel_status_check
  check (status in ('invited', 'active', 'inactive', 'suspended', 'service') and (status <> 'service' or user_id is null));
create table service_accounts (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,                       -- of its row among the personnel, which has its name and role
  description text not null default '',
  active boolean not null default true,   -- false: its keys are refused
  removed_at timestamptz,                 -- from then on it is in the logs alone
  row_version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, id) references personnel,
  foreign key (workspace_id, created_by) references personnel
);
grant select, insert, update on service_accounts to pokpong_app;
grant select on service_accounts to pokpong_auth;
call wall('service_accounts');
-- Of a key, before its workspace is known.
create policy sign_in on service_accounts for select to pokpong_auth using (true);

alter table api_keys add column service_account_id uuid;
alter table api_keys add foreign key (workspace_id, service_account_id) references service_accounts;
create index api_keys_of_account on api_keys (workspace_id, service_account_id) where service_account_id is not null;
