-- What the files of a workspace take, summed from the index alone.
create index files_storage on files (workspace_id) include (size);
