-- Documents by which a person of the workspace sees who asks: asked for, looked at, and deleted.
create table identity_documents (
  workspace_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  person text not null check (person in ('SUBJECT', 'GUARDIAN', 'AGENT')),
  state text not null check (state in ('REQUESTED', 'RECEIVED', 'ACCEPTED', 'REPLACED', 'REFUSED')),
  file_id uuid,                           -- null before it came, and once it was deleted
  reason bytea,                           -- sealed: why it is asked for, asked for again, or refused
  right_ids uuid[] not null default '{}', -- what the signed power of an agent names
  uploaded_by uuid,                       -- null: the data subject
  received_at timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, request_id) references requests on delete cascade,
  foreign key (workspace_id, file_id) references files on delete set null (file_id),
  foreign key (workspace_id, uploaded_by) references personnel,
  foreign key (workspace_id, decided_by) references personnel,
  foreign key (workspace_id, created_by) references personnel
);
create index identity_documents_request on identity_documents (workspace_id, request_id, created_at, id);
create unique index identity_documents_file on identity_documents (workspace_id, file_id) where file_id is not null;
-- Of one person one document at a time is asked for or waits to be looked at.
create unique index identity_documents_open on identity_documents (workspace_id, request_id, person)
  where state in ('REQUESTED', 'RECEIVED');
grant select, insert, update on identity_documents to pokpong_app;
call wall('identity_documents');
