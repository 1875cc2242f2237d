-- Waiting mails by what decides whether they can go out: the workspace, what they take of its day, and whether they go
-- out once it is closed. One look at each finds what can be sent, however many wait that cannot.
create index mails_lanes on mails ((coalesce(workspace_id, '00000000-0000-0000-0000-000000000000')), (coalesce(quota, '')), while_closed, next_try_at)
  where status = 'waiting';
