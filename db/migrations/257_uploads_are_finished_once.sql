-- Until when one call assembles the parts of an upload and checks its content: the others wait.
alter table request_uploads add column finishing_until timestamptz;
