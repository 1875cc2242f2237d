-- Requests of data subjects: who asks, the rights they exercise with their clocks, and every step on the way.

create table request_settings (
  workspace_id uuid primary key references workspaces on delete cascade,
  clock_start text not null default 'verification' check (clock_start in ('verification', 'receipt')),
  alert_hours integer[] not null default '{240,72,24,1}',
  waiting_days integer not null default 14 check (waiting_days between 1 and 365),
  approve_own boolean not null default false,
  identity_days integer not null default 30 check (identity_days between 0 and 3650),
  retention_years integer not null default 10 check (retention_years between 1 and 50),
  row_version integer not null default 1,
  updated_by uuid,
  updated_at timestamptz not null default now(),
  foreign key (workspace_id, updated_by) references personnel
);
grant select, insert, update on request_settings to pokpong_app;
call wall('request_settings');

create table requests (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  number integer not null,                -- counted in the workspace, from 1
  request_form_id uuid not null,
  request_form_version integer not null,
  application_id uuid not null,
  -- By the stages of its rights (shared/request/stage.ts).
  status text not null default 'NEW' check (status in ('NEW', 'INPROGRESS', 'PENDING', 'COMPLETED', 'REJECTED')),
  subject bytea not null,                 -- sealed: names, email, telephone, guardian
  -- Keyed hashes, to find requests of the same person: never shown, never logged.
  uid_hash bytea,
  email_hash bytea,
  phone_hash bytea,
  channel text not null check (channel in ('WEB', 'PAGE', 'API', 'MOBILE', 'DRP', 'POST', 'PHONE', 'COUNTER', 'EMAIL', 'IMPORT')),
  language text not null default 'th' check (language in ('th', 'en')),
  country text not null default 'TH',
  age_band text check (age_band in ('CHILD', 'MINOR', 'ADULT')), -- to ten years; under twenty and unmarried; everybody else
  has_guardian boolean not null default false,
  received_at timestamptz not null,
  verify_by timestamptz not null,         -- unconfirmed until then, it is closed
  verified_at timestamptz,
  verified_how text check (verified_how in ('CODE', 'DOCUMENT', 'TOKEN', 'STAFF')),
  due_at timestamptz,                     -- of its open rights the first; null while none counts
  closed_at timestamptz,
  row_version integer not null default 1,
  created_by uuid,                        -- who entered it; null: the data subject
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, number),
  check ((verified_at is null) = (verified_how is null)),
  foreign key (workspace_id, request_form_id) references request_forms,
  foreign key (workspace_id, application_id) references applications,
  foreign key (workspace_id, created_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel
);
create index requests_updated on requests (workspace_id, updated_at, id) include (status);
create index requests_received on requests (workspace_id, received_at, id);
create index requests_status on requests (workspace_id, status, updated_at, id);
create index requests_due on requests (workspace_id, due_at, id);
create index requests_form on requests (workspace_id, request_form_id);
create index requests_application on requests (workspace_id, application_id, updated_at, id);
create index requests_unverified on requests (workspace_id, verify_by) where verified_at is null and closed_at is null;
create index requests_uid on requests (workspace_id, uid_hash) where uid_hash is not null;
create index requests_email on requests (workspace_id, email_hash) where email_hash is not null;
create index requests_phone on requests (workspace_id, phone_hash) where phone_hash is not null;
grant select, insert, update, delete on requests to pokpong_app;
call wall('requests');

create table request_rights (
  workspace_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  position smallint not null,
  data_right_id uuid not null,
  code text,                              -- of a right of the act; null for one of the workspace's own
  name_th text not null,                  -- as the form that was answered has it
  name_en text not null,
  days integer not null,
  fee bigint not null default 0,
  options smallint[] not null default '{}', -- places of the options that were ticked
  detail bytea not null,                  -- sealed: what is asked for, in the data subject's words
  stage text not null default 'VERIFY' check (stage in ('VERIFY', 'ASSIGN', 'WORK', 'WAITING', 'APPROVE', 'COMPLETE', 'CLOSED', 'UNVERIFIED', 'WITHDRAWN')),
  assignee_id uuid,
  submitted_by uuid,                      -- who handed the answer in
  waiting_since timestamptz,                   -- since when the data subject is asked
  extended_days integer check (extended_days between 1 and 30),
  resolution bytea,                       -- sealed: what was done
  ground_code text,
  closed_at timestamptz,
  row_version integer not null default 1,
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, request_id, data_right_id),
  foreign key (workspace_id, request_id) references requests on delete cascade,
  foreign key (workspace_id, data_right_id) references data_rights,
  foreign key (workspace_id, assignee_id) references personnel,
  foreign key (workspace_id, submitted_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel
);
create index request_rights_request on request_rights (workspace_id, request_id, position);
create index request_rights_assignee on request_rights (workspace_id, assignee_id, stage) where assignee_id is not null;
create index request_rights_data_right on request_rights (workspace_id, data_right_id);
grant select, insert, update on request_rights to pokpong_app;
call wall('request_rights');

-- Every step of a right, for good.
create table request_moves (
  workspace_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  request_right_id uuid not null,
  action text not null,
  from_stage text not null,
  to_stage text not null,
  reason bytea,                           -- sealed: may speak of the data subject
  by uuid,                                -- null: the data subject, or the product
  at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, request_id) references requests on delete cascade,
  foreign key (workspace_id, by) references personnel
);
create index request_moves_request on request_moves (workspace_id, request_id, at, id);
grant select, insert on request_moves to pokpong_app;
call wall('request_moves');
