-- The files of a record, for its page and when they are given up, by an index: not by reading all of its workspace.
create index files_owner on files (workspace_id, owner_id, owner_kind) where owner_id is not null;
