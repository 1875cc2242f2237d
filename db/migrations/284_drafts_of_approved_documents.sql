-- Whether the document of an approval was made of a draft after the version that is stored with it. Null: not known, of
-- documents submitted before.
alter table approval_lines add column from_draft boolean;
alter table approval_rounds add column from_draft boolean;
