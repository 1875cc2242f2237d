-- Counts of requests by the month in which they were received (Bangkok's), so that a dashboard costs months and not
-- requests. Kept by the triggers below.

-- What a right is counted by stands in its row: where its request is deleted, that is gone before.
alter table request_rights
  add column application_id uuid,
  add column month date,
  add column late_by_receipt boolean,     -- answered after the date that counts from receipt; null while it is not answered
  add column late_by_setting boolean;     -- answered after the date by the workspace's settings
alter table requests
  add column month date generated always as (date_trunc('month', received_at at time zone 'Asia/Bangkok')::date) stored,
  add column answer_days integer,         -- dates from receipt to the last answer; null: not answered
  add column late boolean;                -- one of its rights was late by receipt
update request_rights r set application_id = q.application_id, month = q.month
  from requests q where q.workspace_id = r.workspace_id and q.id = r.request_id;
create index request_rights_unanswered on request_rights (workspace_id, application_id, stage) where closed_at is null;

create table request_months (
  workspace_id uuid not null references workspaces on delete cascade,
  month date not null,
  application_id uuid not null,
  status text not null,
  requests bigint not null default 0,
  late bigint not null default 0,
  primary key (workspace_id, month, application_id, status)
);
create table request_answer_days (
  workspace_id uuid not null references workspaces on delete cascade,
  month date not null,
  application_id uuid not null,
  days integer not null,                  -- from receipt to the answer
  requests bigint not null default 0,
  primary key (workspace_id, month, application_id, days)
);
create table request_right_months (
  workspace_id uuid not null references workspaces on delete cascade,
  month date not null,
  application_id uuid not null,
  code text not null,                     -- of a right of the act; CUSTOM for one of the workspace's own
  stage text not null,
  ground_code text not null,              -- '' where it was not refused
  rights bigint not null default 0,
  late_by_receipt bigint not null default 0,
  late_by_setting bigint not null default 0,
  primary key (workspace_id, month, application_id, code, stage, ground_code)
);
grant select, insert, update on request_months, request_answer_days, request_right_months to pokpong_app;
call wall('request_months');
call wall('request_answer_days');
call wall('request_right_months');

create function place_request_right() returns trigger language plpgsql as $$
begin
  select q.application_id, q.month into new.application_id, new.month
    from requests q where q.workspace_id = new.workspace_id and q.id = new.request_id;
  return new;
end $$;
create trigger place_request_right before insert on request_rights for each row execute function place_request_right();

-- A clock that stands while the data subject is asked is not late.
create function judge_request_right() returns trigger language plpgsql as $$
begin
  if new.stage not in ('COMPLETE', 'CLOSED') then
    new.late_by_receipt := null;
    new.late_by_setting := null;
  elsif old.stage is distinct from new.stage then
    select coalesce(bool_or(d.kind = 'request.act'), false), coalesce(bool_or(d.kind = 'request.right'), false)
      into new.late_by_receipt, new.late_by_setting
      from deadlines d
     where d.workspace_id = new.workspace_id and d.kind in ('request.act', 'request.right') and d.subject_id = new.id
       and d.stopped_at is null and new.closed_at > d.due_at;
  end if;
  return new;
end $$;
create trigger judge_request_right before update on request_rights for each row execute function judge_request_right();

create function judge_request() returns trigger language plpgsql as $$
begin
  if new.closed_at is null then
    new.answer_days := null;
    new.late := null;
  elsif old.closed_at is null then
    select case when count(*) filter (where r.stage in ('COMPLETE', 'CLOSED')) > 0
                then (new.closed_at at time zone 'Asia/Bangkok')::date - (new.received_at at time zone 'Asia/Bangkok')::date end,
           coalesce(bool_or(r.late_by_receipt), false)
      into new.answer_days, new.late
      from request_rights r where r.workspace_id = new.workspace_id and r.request_id = new.id;
  end if;
  return new;
end $$;
create trigger judge_request before update on requests for each row execute function judge_request();

-- What was and what is are counted by one statement in the order of the counters' key (008).
create function count_request_rights() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.stage, old.ground_code, old.late_by_receipt, old.late_by_setting)
     is not distinct from (new.stage, new.ground_code, new.late_by_receipt, new.late_by_setting) then
    return null;
  end if;
  insert into request_right_months as m (workspace_id, month, application_id, code, stage, ground_code, rights, late_by_receipt, late_by_setting)
  select one.workspace_id, one.month, one.application_id, coalesce(one.code, 'CUSTOM'), one.stage, coalesce(one.ground_code, ''), sum(delta),
         coalesce(sum(delta) filter (where one.late_by_receipt), 0), coalesce(sum(delta) filter (where one.late_by_setting), 0)
    from unnest(case tg_op when 'UPDATE' then array[new, old] when 'INSERT' then array[new] else array[old] end) with ordinality as one
    cross join lateral (select case when tg_op <> 'DELETE' and one.ordinality = 1 then 1 else -1 end as delta) as d
   group by 1, 2, 3, 4, 5, 6
   order by 1, 2, 3, 4, 5, 6
  on conflict (workspace_id, month, application_id, code, stage, ground_code) do update set
    rights = m.rights + excluded.rights,
    late_by_receipt = m.late_by_receipt + excluded.late_by_receipt,
    late_by_setting = m.late_by_setting + excluded.late_by_setting;
  return null;
end $$;
create trigger count_request_rights after insert or update or delete on request_rights for each row execute function count_request_rights();

create function count_requests() returns trigger language plpgsql as $$
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
  insert into request_answer_days as m (workspace_id, month, application_id, days, requests)
  select one.workspace_id, one.month, one.application_id, one.answer_days, sum(delta)
    from unnest(case tg_op when 'UPDATE' then array[new, old] when 'INSERT' then array[new] else array[old] end) with ordinality as one
    cross join lateral (select case when tg_op <> 'DELETE' and one.ordinality = 1 then 1 else -1 end as delta) as d
   where one.answer_days is not null
   group by 1, 2, 3, 4
   order by 1, 2, 3, 4
  on conflict (workspace_id, month, application_id, days) do update set requests = m.requests + excluded.requests;
  return null;
end $$;
create trigger count_requests after insert or update or delete on requests for each row execute function count_requests();

insert into request_months (workspace_id, month, application_id, status, requests)
  select workspace_id, month, application_id, status, count(*) from requests group by 1, 2, 3, 4;
insert into request_right_months (workspace_id, month, application_id, code, stage, ground_code, rights)
  select workspace_id, month, application_id, coalesce(code, 'CUSTOM'), stage, coalesce(ground_code, ''), count(*) from request_rights group by 1, 2, 3, 4, 5, 6;
