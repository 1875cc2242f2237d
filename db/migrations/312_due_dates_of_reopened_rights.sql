-- A right that is reopened has the due date that its request has by then, also where that does not change.
create function place_reopened_right() returns trigger language plpgsql as $$
begin
  select q.due_at into new.request_due_at
    from requests q where q.workspace_id = new.workspace_id and q.id = new.request_id;
  return new;
end $$;
create trigger place_reopened_right before update of closed_at on request_rights for each row
  when (old.closed_at is not null and new.closed_at is null) execute function place_reopened_right();

alter table requests no force row level security;
alter table request_rights no force row level security;
alter table request_rights disable trigger user;
update request_rights r set request_due_at = q.due_at
  from requests q
 where q.workspace_id = r.workspace_id and q.id = r.request_id and r.closed_at is null
   and r.request_due_at is distinct from q.due_at;
alter table request_rights enable trigger user;
alter table requests force row level security;
alter table request_rights force row level security;
