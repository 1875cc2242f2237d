-- A delivery can be ended by an Admin (docs/decisions/110).
alter table export_schedule_tasks
  drop constraint export_schedule_tasks_state_check,
  drop constraint export_schedule_tasks_check,
  add constraint export_schedule_tasks_state_check check (state in ('waiting', 'running', 'delivered', 'failed', 'cancelled')),
  add constraint export_schedule_tasks_check check ((next_at is null) = (state in ('delivered', 'failed', 'cancelled')));
-- Tasks of one run: planned at one moment, and announced together.
create index export_schedule_tasks_run on export_schedule_tasks (organization_id, schedule_id, run_at);

-- One task of a schedule signs in at a time, so that a password that is refused is tried once: until when one is at it.
alter table export_schedules add column sign_in_until timestamptz;

-- The planner leaves what waits for a paused schedule, and ends what waits for a stopped one.
-- Whoever starts one by hand has looked at what stopped it.
grant select (active, stopped), update (stopped) on export_schedules to pokpong_system;
grant select (manual) on export_schedule_tasks to pokpong_system;
