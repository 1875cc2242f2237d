-- The function that judges whether a right was answered late (migration 102), in full. A right that was overdue before its
-- deadline was paused is late; it counted as in time.

create or replace function judge_request_right() returns trigger language plpgsql as $$
begin
  if new.stage not in ('COMPLETE', 'CLOSED') then
    new.late_by_receipt := null;
    new.late_by_setting := null;
  elsif old.stage is distinct from new.stage then
    -- A deadline that stands while the data subject is asked is judged by the moment of its pause.
    select coalesce(bool_or(d.kind = 'request.act'), false), coalesce(bool_or(d.kind = 'request.right'), false)
      into new.late_by_receipt, new.late_by_setting
      from deadlines d
     where d.workspace_id = new.workspace_id and d.kind in ('request.act', 'request.right') and d.subject_id = new.id
       and least(d.stopped_at, new.closed_at) > d.due_at;
  end if;
  return new;
end $$;
