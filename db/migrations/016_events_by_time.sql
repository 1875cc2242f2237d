-- Events by time: the outbox is cut into days that are dropped whole, the activity log into years (docs/decisions/031).

-- ── Outbox ────────────────────────────────────────────────────────────────────────────────────────
-- Row-level security binds the owner too unless it is a superuser: it must see what it moves.
alter table outbox no force row level security;
alter table outbox rename to outbox_before;
alter table outbox_before rename constraint outbox_pkey to outbox_before_pkey;
alter sequence outbox_seq_seq rename to outbox_before_seq;
drop index outbox_order, outbox_workspace;

-- The relay reads by (xid, seq) below the oldest running transaction, so that no commit is skipped.
create table outbox (
  day date not null default (now() at time zone 'UTC')::date, -- by the clock of the database, never a caller's
  seq bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  workspace_id uuid not null,
  event text not null,
  entity text not null,
  entity_id uuid not null,
  actor_id uuid,
  recipients uuid[],                      -- personnel who may see it; null: everyone the event is for
  created_at timestamptz not null default now(),
  primary key (day, seq)
) partition by range (day);
create index outbox_order on outbox (xid, seq);
create index outbox_workspace on outbox (workspace_id, xid, seq);
-- Takes rows of days that were not prepared.
create table outbox_other partition of outbox default;

-- The newest position that was dropped, or the first that was ever there: whoever resumes from before it has missed
-- something. It means nothing in another cluster, as the outbox itself.
create table outbox_horizon (
  single boolean primary key default true check (single),
  xid xid8 not null,
  seq bigint not null
);
grant select on outbox_horizon to pokpong_system;

-- Makes a partition for each day from `since` to `until`; answers the names of new ones.
create function prepare_outbox_days(since date, until date) returns text[]
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  made text[] := '{}';
  target date := since;
  partition text;
begin
  if until - since > 31 then raise exception 'too many days'; end if;
  while target <= until loop
    partition := format('outbox_%s', to_char(target, 'YYYYMMDD'));
    if to_regclass(format('public.%I', partition)) is null then
      begin
        execute format('create table %I partition of outbox for values from (%L) to (%L)', partition, target, target + 1);
        execute format('call wall(%L)', partition);
        made := made || partition;
      exception when check_violation then null; -- rows of that day are in the other partition already: they stay there
      end;
    end if;
    target := target + 1;
  end loop;
  return made;
end $$;

-- Drops the days before `before`, and remembers how far that reaches. Never the present day or the one before it.
create function drop_outbox_days(before date) returns text[]
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '3s' as $$
declare
  bound date := least(before, (now() at time zone 'UTC')::date - 1);
  newest record;
  old text;
  dropped text[] := '{}';
begin
  perform pg_advisory_xact_lock(hashtext('pokpong partitions'));
  select xid, seq into newest from outbox where day < bound order by outbox.xid desc, outbox.seq desc limit 1;
  if found then
    update outbox_horizon h set xid = newest.xid, seq = newest.seq where (h.xid, h.seq) < (newest.xid, newest.seq);
  end if;
  for old in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'outbox'::regclass and c.relname ~ '^outbox_[0-9]{8}$' and to_date(right(c.relname, 8), 'YYYYMMDD') < bound
    order by 1
  loop
    execute format('drop table %I', old);
    dropped := dropped || old;
  end loop;
  -- What is left of those days is in the other partition.
  delete from outbox where day < bound;
  return dropped;
end $$;

select prepare_outbox_days((now() at time zone 'UTC')::date - 3, (now() at time zone 'UTC')::date + 3);
insert into outbox (day, seq, xid, workspace_id, event, entity, entity_id, actor_id, recipients, created_at) overriding system value
select (created_at at time zone 'UTC')::date, seq, xid, workspace_id, event, entity, entity_id, actor_id, recipients, created_at
from outbox_before where created_at at time zone 'UTC' >= (now() at time zone 'UTC')::date - 3;
-- Before the oldest row that is kept others were swept.
insert into outbox_horizon (xid, seq)
select coalesce(oldest.xid, pg_current_xact_id()), coalesce(oldest.seq, 0)
from (values (1)) as one left join lateral (select xid, seq from outbox order by outbox.xid, outbox.seq limit 1) as oldest on true;
select setval('outbox_seq_seq', greatest((select last_value from outbox_before_seq), 1));
drop table outbox_before;

grant insert on outbox to pokpong_app, pokpong_auth, pokpong_system, pokpong_ingest;
grant select on outbox to pokpong_app, pokpong_auth, pokpong_system;
call wall('outbox');
call wall('outbox_other');
create policy sign_in on outbox for insert to pokpong_auth with check (true);
-- It reads all of it, and writes what whoever sends mails tells those who look at a record: nothing else. (A policy for
-- everything would let it write any event: the conditions of several policies are joined by or.)
create policy relay on outbox for select to pokpong_system using (true);
create policy posts on outbox for insert to pokpong_system
  with check (event like '%.delivered' and actor_id is null and recipients is null);
create policy ingest on outbox for insert to pokpong_ingest with check (workspace_id = current_workspace());
-- No grant goes with it: it is for drop_outbox_days, which runs as an owner who may be no superuser and takes on the role.
create policy expiry on outbox for delete to pokpong_system using (true);

-- ── Activity log ──────────────────────────────────────────────────────────────────────────────────
alter table personal_notices drop constraint personal_notices_workspace_id_activity_id_fkey;
alter table activity_logs no force row level security;
alter table activity_logs rename to activity_logs_before;
alter table activity_logs_before rename constraint activity_logs_pkey to activity_logs_before_pkey;
drop index activity_logs_newest, activity_logs_module, activity_logs_entity, activity_logs_search, activity_logs_actor;

-- Ids are UUIDv7 of the moment they are written: a partition a year. Most workspaces keep their log, and a look-up by
-- record, person or id asks every partition, so there are few.
create table activity_logs (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  module text not null,
  event text not null,
  entity text not null,
  entity_id uuid not null,
  actor_id uuid,                          -- personnel; null for the system itself
  subject text not null default '',       -- the record's own name at that time; never a person's
  changes jsonb not null default '[]',    -- [{ field, old, new }], personal data masked
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
) partition by range (id);
create index activity_logs_newest on activity_logs (workspace_id, created_at desc, id desc);
create index activity_logs_module on activity_logs (workspace_id, module, created_at desc, id desc);
create index activity_logs_entity on activity_logs (workspace_id, entity_id, created_at desc);
create index activity_logs_actor on activity_logs (workspace_id, actor_id, created_at desc, id desc);
-- An index over ILIKE needs a superuser to be used behind row-level security; this one needs none.
call searchable('activity_logs', $$subject$$);
-- Takes what no year is prepared for.
create table activity_logs_other partition of activity_logs default;

-- Makes the partitions of the years from `since` to `until`; answers the names of new ones.
create function prepare_activity_years(since integer, until integer) returns text[]
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  made text[] := '{}';
  partition text;
begin
  if until - since > 50 then raise exception 'too many years'; end if;
  for year in since .. until loop
    partition := format('activity_logs_%s', year);
    if to_regclass(format('public.%I', partition)) is null then
      begin
        execute format('create table %I partition of activity_logs for values from (%L) to (%L)', partition,
          uuid_at(make_timestamptz(year, 1, 1, 0, 0, 0, 'UTC')), uuid_at(make_timestamptz(year + 1, 1, 1, 0, 0, 0, 'UTC')));
        execute format('call wall(%L)', partition);
        made := made || partition;
      exception when check_violation then null; -- rows of that year are in the other partition already: they stay there
      end;
    end if;
  end loop;
  return made;
end $$;

do $$
declare
  first_year integer;
begin
  select extract(year from min(created_at)) into first_year from activity_logs_before;
  perform prepare_activity_years(greatest(coalesce(first_year, extract(year from now())::integer), 2020), extract(year from now())::integer + 1);
end $$;
insert into activity_logs (workspace_id, id, module, event, entity, entity_id, actor_id, subject, changes, created_at)
select workspace_id, id, module, event, entity, entity_id, actor_id, subject, changes, created_at from activity_logs_before;
drop table activity_logs_before;

grant select, insert on activity_logs to pokpong_app, pokpong_auth;
grant insert on activity_logs to pokpong_ingest;
call wall('activity_logs');
call wall('activity_logs_other');
create policy sign_in on activity_logs for insert to pokpong_auth with check (true);
create policy ingest on activity_logs for insert to pokpong_ingest with check (workspace_id = current_workspace());
create trigger forget_activity_counts after insert on activity_logs
  referencing new table as added for each statement execute function forget_activity_counts();
alter table personal_notices add foreign key (workspace_id, activity_id) references activity_logs on delete cascade;
create index personal_notices_activity on personal_notices (workspace_id, activity_id);

-- ── Ahead of time ─────────────────────────────────────────────────────────────────────────────────
-- Makes every partition of the coming days, months and years; answers the names of new ones. Called at each migration
-- and by a schedule: what writes events and submissions makes none.
create function prepare_partitions(at timestamptz) returns text[]
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '3s' as $$
declare
  today date := (at at time zone 'UTC')::date;
  made text[];
begin
  perform pg_advisory_xact_lock(hashtext('pokpong partitions'));
  made := prepare_outbox_days(today, today + 3) || prepare_activity_years(extract(year from today)::integer, extract(year from today + 92)::integer);
  -- Months are counted in the loop: their function answers a number.
  for ahead in 0 .. 3 loop
    if ensure_user_consent_months(at + make_interval(months => ahead), at + make_interval(months => ahead)) > 0 then
      made := made || format('user_consents_%s', to_char((at + make_interval(months => ahead)) at time zone 'UTC', 'YYYYMM'));
    end if;
  end loop;
  return made;
end $$;
revoke all on function prepare_outbox_days, drop_outbox_days, prepare_activity_years, prepare_partitions from public;
grant execute on function drop_outbox_days, prepare_partitions to pokpong_system;
