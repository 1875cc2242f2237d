-- Names of files are sealed with the key of their workspace: people name files after people. Those of before are sealed
-- one workspace after another while the product runs; `name` is null once they are.
alter table files alter column name drop not null, add column sealed_name bytea;
call sealed_columns('files', 'sealed_name');
-- Edition by which the names of a workspace's files are stored.
alter table workspaces add column file_name_edition integer not null default 0;

-- A file of an answer has the name of its original.
alter table request_answer_files drop column name;

-- What lists are searched by, and what the register states: the name that the product gave the document of an export, and
-- that of a data controller's logo.
alter table exports add column file_name text;
alter table data_controllers add column logo_name text not null default '';
alter table exports no force row level security;
alter table data_controllers no force row level security;
alter table files no force row level security;
update exports e set file_name = f.name from files f where f.workspace_id = e.workspace_id and f.id = e.file_id;
update data_controllers c set logo_name = f.name from files f where f.workspace_id = c.workspace_id and f.id = c.logo_id;
alter table exports force row level security;
alter table data_controllers force row level security;
alter table files force row level security;
