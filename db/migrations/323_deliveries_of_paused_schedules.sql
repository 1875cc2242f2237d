-- Who starts a delivery by hand while the schedule is paused has those that wait attempted at once, in all workspaces.
grant select (state), update (manual, next_at) on export_schedule_tasks to pokpong_system;
