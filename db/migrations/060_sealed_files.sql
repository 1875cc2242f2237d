-- The bytes of files are encrypted with the key of their workspace. `sealed`: this row's are; the others are from before,
-- and are encrypted one after another while the product runs. `clear_key`: where their bytes in clear still are, until
-- nobody reads them any more.
alter table files
  add column sealed boolean not null default false,
  add column clear_key text;
create index files_in_clear on files (id, workspace_id) where not sealed or clear_key is not null;
-- The system finds them; it sees neither their names nor whose they are.
grant select (sealed, clear_key) on files to pokpong_system;
create policy seals on files for select to pokpong_system using (not sealed or clear_key is not null);
