-- No workspace is deleted without the reminder of a day before: where no node was there to send it, the day begins with
-- it (docs/decisions/034).
create or replace function start_workspace_deletion(p_workspace uuid, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update workspace_deletions set started_at = coalesce(started_at, p_now)
  where id = p_workspace and due_at <= p_now and finished_at is null
    and (started_at is not null or (reminded_at is not null and due_at > p_now - interval '1 day'));
  return found;
end $$;
grant update (due_at) on workspace_deletions to pokpong_app;
