-- Tasks of requests are listed by the date that their right is due, in the order of an index: not by one look at the
-- clocks for each task.
alter table request_tasks add column due_at timestamptz; -- of its right: the workspace's own date, else that of the act

create function due_of_right(p_workspace uuid, p_right uuid) returns timestamptz language sql stable as $$
  select coalesce(min(due_at) filter (where kind = 'request.right'), min(due_at)) from deadlines
   where workspace_id = p_workspace and kind in ('request.right', 'request.act') and subject_id = p_right
$$;

alter table request_tasks no force row level security;
alter table deadlines no force row level security;
update request_tasks set due_at = due_of_right(workspace_id, request_right_id);
alter table request_tasks force row level security;
alter table deadlines force row level security;

create function place_request_task() returns trigger language plpgsql as $$
begin
  new.due_at := due_of_right(new.workspace_id, new.request_right_id);
  return new;
end $$;
create trigger place_request_task before insert on request_tasks for each row execute function place_request_task();

create function place_tasks_of_right() returns trigger language plpgsql as $$
declare
  due timestamptz := due_of_right(new.workspace_id, new.subject_id);
begin
  update request_tasks set due_at = due
   where workspace_id = new.workspace_id and request_right_id = new.subject_id and due_at is distinct from due;
  return null;
end $$;
create trigger place_tasks_of_new_deadline after insert on deadlines for each row
  when (new.kind in ('request.right', 'request.act')) execute function place_tasks_of_right();
create trigger place_tasks_of_right after update of due_at on deadlines for each row
  when (old.due_at is distinct from new.due_at and new.kind in ('request.right', 'request.act')) execute function place_tasks_of_right();

create index request_tasks_open_due on request_tasks (workspace_id, due_at, id) where status in ('OPEN', 'INPROGRESS');
create index request_tasks_due on request_tasks (workspace_id, due_at, id);
create index request_tasks_updated on request_tasks (workspace_id, updated_at, id);
create index request_tasks_assignee_due on request_tasks (workspace_id, assignee_id, due_at, id) where assignee_id is not null;
