-- Row versions of the records that the check of an import met: what was edited between the check and the confirmation is
-- not undone (docs/decisions/050). Null: checked before, or of a kind that changes no record.
alter table imports add column met jsonb;
