-- When a file was written again under another name. The bytes before (`clear_key`) stay for a day: a backup copies the files
-- that the rows of its moment name, hours after that moment. Null: before this migration.
alter table files add column rewritten_at timestamptz;
grant select (rewritten_at) on files to pokpong_system;
