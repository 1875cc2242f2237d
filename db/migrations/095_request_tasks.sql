-- What is done to carry out the rights of a request: where the data is looked for, the tasks that the record of
-- processing gives, and what the platform itself holds of whoever asks.

create table request_scopes (
  workspace_id uuid not null,
  request_id uuid not null,
  group_ids uuid[] not null default '{}',       -- groups of data subjects; none: whoever the record names
  application_ids uuid[] not null default '{}', -- beside that of the form
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, request_id),
  foreign key (workspace_id, request_id) references requests on delete cascade,
  foreign key (workspace_id, updated_by) references personnel
);
grant select, insert, update on request_scopes to pokpong_app;
call wall('request_scopes');

create table request_tasks (
  workspace_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  request_right_id uuid not null,
  kind text not null check (kind in ('SEARCH', 'EXPORT', 'CORRECT', 'ERASE', 'RESTRICT', 'OBJECT', 'WITHDRAW', 'TELL_RECIPIENTS', 'OTHER')),
  application_id uuid,                    -- null: of the request's own, for no application
  proposed boolean not null,              -- by the record of processing
  register jsonb,                         -- what that said (shared/requestTask/register.ts), and in which version
  register_version integer,
  status text not null default 'OPEN' check (status in ('OPEN', 'INPROGRESS', 'DONE', 'REFUSED', 'NOT_NEEDED')),
  assignee_id uuid,
  details bytea not null,                 -- sealed: title, note, reason, proof, receipts
  ground_code text,
  file_id uuid,
  closed_by uuid,
  closed_at timestamptz,
  row_version integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, request_id) references requests on delete cascade,
  foreign key (workspace_id, request_right_id) references request_rights on delete cascade,
  foreign key (workspace_id, application_id) references applications on delete set null (application_id),
  foreign key (workspace_id, assignee_id) references personnel,
  foreign key (workspace_id, file_id) references files,
  foreign key (workspace_id, closed_by) references personnel,
  foreign key (workspace_id, created_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel
);
create unique index request_tasks_proposed on request_tasks (workspace_id, request_right_id, kind, application_id) where proposed;
create index request_tasks_request on request_tasks (workspace_id, request_id, id);
create index request_tasks_right on request_tasks (workspace_id, request_right_id, status);
create index request_tasks_assignee on request_tasks (workspace_id, assignee_id, status) where assignee_id is not null;
create index request_tasks_application on request_tasks (workspace_id, application_id);
grant select, insert, update on request_tasks to pokpong_app;
call wall('request_tasks');

create table request_gatherings (
  workspace_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  attempts integer not null default 0,
  done integer not null default 0,
  total integer not null default 0,
  counts jsonb not null default '[]',     -- by source, without a word of what was found
  sha256 text,                            -- of the JSON, hex
  json_file_id uuid,
  view_file_id uuid,
  requested_by uuid not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, request_id) references requests on delete cascade,
  foreign key (workspace_id, json_file_id) references files,
  foreign key (workspace_id, view_file_id) references files,
  foreign key (workspace_id, requested_by) references personnel
);
create index request_gatherings_request on request_gatherings (workspace_id, request_id, created_at);
create unique index request_gatherings_one_at_a_time on request_gatherings (workspace_id, request_id) where status in ('QUEUED', 'RUNNING');
grant select, insert, update on request_gatherings to pokpong_app;
call wall('request_gatherings');
