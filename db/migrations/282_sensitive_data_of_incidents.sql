-- Whether sensitive data is concerned is not known until somebody says so. A box that was not ticked said neither.
alter table incidents alter column sensitive drop not null, alter column sensitive drop default;
alter table incidents no force row level security;
alter table incidents disable trigger count_incidents;
update incidents set sensitive = null where not sensitive;
alter table incidents enable trigger count_incidents;
alter table incidents force row level security;
