-- Files that data subjects send before their request: in parts, so that what was cut off goes on where it stood.
create table request_uploads (
  workspace_id uuid not null,
  id uuid not null,
  request_form_id uuid not null,
  token bytea not null,                   -- SHA-256 of what only the sender has
  name bytea not null,                    -- sealed: may say who they are
  size integer not null check (size between 1 and 20971520),
  received integer not null default 0,
  file_id uuid,                           -- once all of it is there and its content was checked
  created_at timestamptz not null,
  primary key (workspace_id, id),
  check (received <= size),
  foreign key (workspace_id, request_form_id) references request_forms on delete cascade,
  foreign key (workspace_id, file_id) references files on delete cascade
);
create index request_uploads_form on request_uploads (workspace_id, request_form_id);
create index request_uploads_file on request_uploads (workspace_id, file_id) where file_id is not null;
create index request_uploads_age on request_uploads (created_at);

create table request_upload_parts (
  workspace_id uuid not null,
  id uuid not null,
  upload_id uuid not null,
  start integer not null,                 -- place of its first byte
  content bytea not null,                 -- sealed: the bytes in base64
  primary key (workspace_id, id),
  unique (workspace_id, upload_id, start),
  foreign key (workspace_id, upload_id) references request_uploads on delete cascade
);
grant select, insert, update, delete on request_uploads to pokpong_app;
grant select, insert, delete on request_upload_parts to pokpong_app;
call wall('request_uploads');
call wall('request_upload_parts');

-- What nobody sent with a request goes after a day.
grant select (created_at), delete on request_uploads to pokpong_system;
create policy sweeps on request_uploads to pokpong_system using (created_at < now() - interval '1 day');
