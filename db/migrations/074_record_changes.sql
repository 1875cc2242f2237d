-- Which records the newest changes of record_totals were of: what a node found under an earlier change is brought up to
-- date by looking at these alone (docs/decisions/055).
create table record_changes (
  workspace_id uuid not null,
  record text not null,
  change bigint not null,                 -- record_totals.changes after the statement
  id uuid not null,
  primary key (workspace_id, record, change, id),
  foreign key (workspace_id, record) references record_totals on delete cascade
);
grant select, insert, delete on record_changes to pokpong_app;
call wall('record_changes');

-- Changes after this one are all in record_changes. What is in record_totals now is from before there was such a table.
alter table record_totals no force row level security;
alter table record_totals add column noted_from bigint not null default 0;
update record_totals set noted_from = changes;
alter table record_totals force row level security;

-- As migration 003 says, and besides: a statement that touches few records notes which; one that touches many notes that
-- it did. 500 changes back are enough for nodes that are asked the same again and again.
create or replace function total_records() returns trigger language plpgsql as $$
declare
  many constant integer := 100;
  kept constant integer := 500;
  workspaces uuid[];
  ids uuid[];
  begins_anew boolean;
begin
  if tg_op = 'DELETE' then
    select array_agg(workspace_id), array_agg(id) into workspaces, ids from (select workspace_id, id from stale limit many + 1) as touched;
  else
    select array_agg(workspace_id), array_agg(id) into workspaces, ids from (select workspace_id, id from fresh limit many + 1) as touched;
  end if;
  if ids is null then return null; end if;
  begins_anew := cardinality(ids) > many;
  if tg_op = 'INSERT' then
    insert into record_totals (workspace_id, record, drafts, published, changes, noted_from)
    select workspace_id, tg_table_name, count(*) filter (where status = 'draft'), count(*) filter (where status = 'published'), 1, case when begins_anew then 1 else 0 end
    from fresh group by workspace_id order by workspace_id
    on conflict (workspace_id, record) do update
      set drafts = record_totals.drafts + excluded.drafts, published = record_totals.published + excluded.published, changes = record_totals.changes + 1,
        noted_from = case when begins_anew then record_totals.changes + 1 else greatest(record_totals.noted_from, record_totals.changes + 1 - kept) end;
  elsif tg_op = 'UPDATE' then
    update record_totals t set drafts = t.drafts + d.drafts, published = t.published + d.published, changes = t.changes + 1,
      noted_from = case when begins_anew then t.changes + 1 else greatest(t.noted_from, t.changes + 1 - kept) end
    from (
      select workspace_id, sum(step) filter (where status = 'draft') as drafts, sum(step) filter (where status = 'published') as published
      from (select workspace_id, status, 1 as step from fresh union all select workspace_id, status, -1 from stale) moved
      group by workspace_id
    ) as sums (workspace_id, d_drafts, d_published), lateral (select coalesce(d_drafts, 0) as drafts, coalesce(d_published, 0) as published) d
    where t.workspace_id = sums.workspace_id and t.record = tg_table_name;
  else
    update record_totals t set drafts = t.drafts - d.drafts, published = t.published - d.published, changes = t.changes + 1,
      noted_from = case when begins_anew then t.changes + 1 else greatest(t.noted_from, t.changes + 1 - kept) end
    from (
      select workspace_id, count(*) filter (where status = 'draft') as drafts, count(*) filter (where status = 'published') as published
      from stale group by workspace_id
    ) d
    where t.workspace_id = d.workspace_id and t.record = tg_table_name;
  end if;
  if not begins_anew then
    insert into record_changes (workspace_id, record, change, id)
    select t.workspace_id, t.record, t.changes, touched.id from unnest(workspaces, ids) as touched (workspace_id, id)
    join record_totals t on t.workspace_id = touched.workspace_id and t.record = tg_table_name;
  end if;
  delete from record_changes c using record_totals t
  where t.workspace_id = any (workspaces) and t.record = tg_table_name
    and c.workspace_id = t.workspace_id and c.record = t.record and c.change <= t.noted_from;
  return null;
end $$;
