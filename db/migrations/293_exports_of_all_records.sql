-- Whether whoever requested an export read all of its records when it was made: it is not theirs any more once they read
-- only their own. Of exports until now that is not known: those are treated as such, and can be made again.
alter table exports add column all_records boolean not null default false;
alter table exports no force row level security;
update exports set all_records = true where status = 'done';
alter table exports force row level security;
