-- What data subject and staff write to each other about a request, and the mails that tell the data subject of it.

create table request_messages (
  workspace_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  author text not null check (author in ('SUBJECT', 'GUARDIAN', 'STAFF')),
  kind text not null check (kind in ('MESSAGE', 'QUESTION', 'ANSWER')),
  body bytea not null,                    -- sealed
  by uuid,                                -- who of the staff; null: the data subject or their guardian
  at timestamptz not null,
  primary key (workspace_id, id),
  check ((author = 'STAFF') = (by is not null)),
  foreign key (workspace_id, request_id) references requests on delete cascade,
  foreign key (workspace_id, by) references personnel
);
create index request_messages_request on request_messages (workspace_id, request_id, at, id);
grant select, insert on request_messages to pokpong_app;
call wall('request_messages');

create table request_message_files (
  workspace_id uuid not null,
  id uuid not null,                       -- of the file
  request_id uuid not null,
  request_message_id uuid,                -- null: uploaded by the data subject, not yet sent
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, id) references files on delete cascade,
  foreign key (workspace_id, request_id) references requests on delete cascade,
  foreign key (workspace_id, request_message_id) references request_messages on delete cascade
);
create index request_message_files_request on request_message_files (workspace_id, request_id);
create index request_message_files_message on request_message_files (workspace_id, request_message_id) where request_message_id is not null;
create index request_message_files_unsent on request_message_files (created_at) where request_message_id is null;
grant select, insert, update, delete on request_message_files to pokpong_app;
call wall('request_message_files');
grant select (workspace_id, id, request_message_id, created_at) on request_message_files to pokpong_system;
create policy unsent on request_message_files for select to pokpong_system using (true);

-- A notice to whoever asks; its mails stand in mail_deliveries, one a person.
create table request_notices (
  workspace_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  kind text not null,
  facts bytea not null,                   -- sealed: what the mail speaks of, to write it again
  move_ids uuid[] not null default '{}',  -- steps that it tells of
  at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, request_id) references requests on delete cascade
);
create index request_notices_request on request_notices (workspace_id, request_id, at);
grant select, insert on request_notices to pokpong_app;
call wall('request_notices');
