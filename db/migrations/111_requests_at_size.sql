-- Lists, board and figures of requests cost what they show, however many requests there are.

-- By date due, the last first; those without a running clock come last either way.
create index requests_due_last on requests (workspace_id, (coalesce(due_at, '-infinity'::timestamptz)), id);
-- Requests in which somebody has a right.
create index request_rights_assigned on request_rights (workspace_id, assignee_id, request_id) where assignee_id is not null;

-- A column of the board shows the open rights of a stage whose request is due first.
alter table request_rights add column request_due_at timestamptz; -- of its request, while the right is open
alter table requests no force row level security;
alter table request_rights no force row level security;
alter table request_rights disable trigger user;
update request_rights r set request_due_at = q.due_at
  from requests q where q.workspace_id = r.workspace_id and q.id = r.request_id and r.closed_at is null;
alter table request_rights enable trigger user;
alter table requests force row level security;
alter table request_rights force row level security;
drop index request_rights_open;
create index request_rights_open on request_rights (workspace_id, stage, (coalesce(request_due_at, 'infinity'::timestamptz)), id)
  include (request_id, application_id, code, assignee_id) where closed_at is null;
create index request_rights_closed_application on request_rights (workspace_id, application_id, closed_at desc, id)
  where closed_at is not null;

create or replace function place_request_right() returns trigger language plpgsql as $$
begin
  select q.application_id, q.month, q.due_at into new.application_id, new.month, new.request_due_at
    from requests q where q.workspace_id = new.workspace_id and q.id = new.request_id;
  return new;
end $$;
create function place_open_rights() returns trigger language plpgsql as $$
begin
  update request_rights set request_due_at = new.due_at
   where workspace_id = new.workspace_id and request_id = new.id and closed_at is null
     and request_due_at is distinct from new.due_at;
  return null;
end $$;
create trigger place_open_rights after update of due_at on requests for each row
  when (old.due_at is distinct from new.due_at) execute function place_open_rights();

-- What the register of refusals is counted and filtered by stands in its index; sums of all months are found by right.
drop index request_rights_refused;
create index request_rights_refused on request_rights (workspace_id, closed_at, id) include (ground_code, code, application_id)
  where stage = 'CLOSED' and ground_code is not null;
create index request_right_months_code on request_right_months (workspace_id, code);
create index request_right_months_sums on request_right_months (workspace_id, month, code, stage, ground_code)
  include (rights, late_by_receipt);
create index request_right_months_stage on request_right_months (workspace_id, stage, ground_code);

-- Days to answer, of all applications together: of each alone there are as many rows as requests in a month.
create table request_answer_day_totals (
  workspace_id uuid not null references workspaces on delete cascade,
  month date not null,
  days integer not null,                  -- from receipt to the answer
  requests bigint not null default 0,
  primary key (workspace_id, month, days)
);
grant select, insert, update on request_answer_day_totals to pokpong_app;
call wall('request_answer_day_totals');
alter table request_answer_days no force row level security;
insert into request_answer_day_totals (workspace_id, month, days, requests)
  select workspace_id, month, days, sum(requests) from request_answer_days group by 1, 2, 3;
alter table request_answer_days force row level security;

create or replace function count_requests() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.status, old.late, old.answer_days, old.month) is not distinct from (new.status, new.late, new.answer_days, new.month) then
    return null;
  end if;
  insert into request_months as m (workspace_id, month, application_id, status, requests, late)
  select one.workspace_id, one.month, one.application_id, one.status, sum(delta), coalesce(sum(delta) filter (where one.late), 0)
    from unnest(case tg_op when 'UPDATE' then array[new, old] when 'INSERT' then array[new] else array[old] end) with ordinality as one
    cross join lateral (select case when tg_op <> 'DELETE' and one.ordinality = 1 then 1 else -1 end as delta) as d
   group by 1, 2, 3, 4
   order by 1, 2, 3, 4
  on conflict (workspace_id, month, application_id, status) do update set
    requests = m.requests + excluded.requests, late = m.late + excluded.late;
  if (case when tg_op <> 'INSERT' then old.answer_days end) is null and (case when tg_op <> 'DELETE' then new.answer_days end) is null then
    return null;
  end if;
  insert into request_answer_days as m (workspace_id, month, application_id, days, requests)
  select one.workspace_id, one.month, one.application_id, one.answer_days, sum(delta)
    from unnest(case tg_op when 'UPDATE' then array[new, old] when 'INSERT' then array[new] else array[old] end) with ordinality as one
    cross join lateral (select case when tg_op <> 'DELETE' and one.ordinality = 1 then 1 else -1 end as delta) as d
   where one.answer_days is not null
   group by 1, 2, 3, 4
   order by 1, 2, 3, 4
  on conflict (workspace_id, month, application_id, days) do update set requests = m.requests + excluded.requests;
  insert into request_answer_day_totals as m (workspace_id, month, days, requests)
  select one.workspace_id, one.month, one.answer_days, sum(delta)
    from unnest(case tg_op when 'UPDATE' then array[new, old] when 'INSERT' then array[new] else array[old] end) with ordinality as one
    cross join lateral (select case when tg_op <> 'DELETE' and one.ordinality = 1 then 1 else -1 end as delta) as d
   where one.answer_days is not null
   group by 1, 2, 3
   order by 1, 2, 3
  on conflict (workspace_id, month, days) do update set requests = m.requests + excluded.requests;
  return null;
end $$;
