-- Running clocks of requests: what is overdue and what falls due is counted for everybody who opens the dashboard.
create index deadlines_running_requests on deadlines (workspace_id, kind, due_at)
  where kind in ('request.act', 'request.right') and ended_at is null and stopped_at is null;
