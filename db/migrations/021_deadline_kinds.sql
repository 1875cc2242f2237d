-- Kinds of deadline are what the modules declare: a table that is filled from their manifests after the migrations,
-- in place of a list in a check.
create table deadline_kinds (
  name text primary key
);
-- Row-level security is forced on deadlines, and the owner of the schema need not be a superuser.
alter table deadlines no force row level security;
insert into deadline_kinds select distinct kind from deadlines;
alter table deadlines force row level security;
alter table deadlines drop constraint deadlines_kind_check;
alter table deadlines add constraint deadlines_kind_fkey foreign key (kind) references deadline_kinds;
