-- Requests that ran elsewhere come in from a table, each once.
alter table requests
  add column import_hash bytea,           -- keyed hash of the reference that it had there: never shown, never logged
  add check (anonymised_at is null or import_hash is null);
create unique index requests_import on requests (workspace_id, request_form_id, import_hash) where import_hash is not null;

alter table imports
  add column request_form_id uuid,        -- the form that the rows are of
  add foreign key (workspace_id, request_form_id) references request_forms on delete cascade;
create index imports_request_form on imports (workspace_id, request_form_id) where request_form_id is not null;
