-- An action of a treatment plan is edited over its row version, as a record is.
alter table treatment_plan_actions add column row_version integer not null default 1;
