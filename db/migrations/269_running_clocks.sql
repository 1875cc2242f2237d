-- Clocks that run, of every kind, in the order in which they fall due: counted and listed without those that have ended,
-- whose rows stay for good. Two indexes of some kinds alone go.
create index deadlines_running on deadlines (workspace_id, kind, due_at, subject_id) where ended_at is null and stopped_at is null;
drop index deadlines_open, deadlines_running_requests;
-- Those that ended lately: how many were overdue a week ago.
create index deadlines_ended on deadlines (workspace_id, kind, ended_at) include (due_at) where ended_at is not null and stopped_at is null;

-- Assessments whose register has changed since, for their dashboard and the overview.
create index dpias_register_changed on dpias (workspace_id, variant) where register_changed_at is not null;
