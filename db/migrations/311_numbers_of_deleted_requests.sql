-- The highest number of a request that was deleted, of each workspace that deleted any: no other request gets it.
create table removed_request_numbers (
  workspace_id uuid primary key references workspaces on delete cascade,
  number integer not null
);
grant select, insert, update on removed_request_numbers to pokpong_app;
call wall('removed_request_numbers');
