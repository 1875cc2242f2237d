-- Under which settings of its schedule the file of a delivery was created: after a change of them it is created again, so
-- that nothing is delivered in clear once a key is stated. Null where there
-- is no file yet, or one from before this column.
alter table export_schedule_tasks add column file_settings text;
