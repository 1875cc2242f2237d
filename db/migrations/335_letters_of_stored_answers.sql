-- Only saving a letter, or a release, makes another version of an answer; one that was released counts anyway.
alter table request_answers no force row level security;
update request_answers set has_letter = true where row_version > 1;
alter table request_answers force row level security;
