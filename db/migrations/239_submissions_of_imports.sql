-- Finds the submissions of an import: deliveries of changes contain those of every import that has ended since the
-- delivery before, however old their dates on paper are.
create index user_consents_import on user_consents (workspace_id, import_id, id) where import_id is not null;
