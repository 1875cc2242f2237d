-- What the files of a workspace take, by the kind of their owner ('' where none has them yet): the sums of these rows.
-- Each change takes up the rows that nobody else is changing and leaves one with their sum, so that in turn there is one
-- row for each kind, and of simultaneous changes none waits for another, whatever else they have locked.
create table file_totals (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null default gen_random_uuid(),
  owner_kind text not null,
  files bigint not null,
  bytes bigint not null,
  primary key (workspace_id, id)
);
grant select, insert, update, delete on file_totals to pokpong_app;
call wall('file_totals');

create function total_files() returns trigger language plpgsql as $$
declare
  changed jsonb;
begin
  if tg_op = 'INSERT' then
    select jsonb_agg(c) into changed from (
      select workspace_id, coalesce(owner_kind, '') as owner_kind, count(*) as files, sum(size) as bytes
        from fresh group by 1, 2) as c;
  elsif tg_op = 'DELETE' then
    select jsonb_agg(c) into changed from (
      select workspace_id, coalesce(owner_kind, '') as owner_kind, -count(*) as files, -sum(size) as bytes
        from stale group by 1, 2) as c;
  else
    select jsonb_agg(c) into changed from (
      select workspace_id, coalesce(owner_kind, '') as owner_kind, sum(step) as files, sum(step * size) as bytes
        from (select workspace_id, owner_kind, size, 1 as step from fresh
              union all select workspace_id, owner_kind, size, -1 from stale) as moved
       group by 1, 2 having sum(step) <> 0 or sum(step * size) <> 0) as c;
  end if;
  if changed is null then return null; end if;
  with changes as (
    select * from jsonb_to_recordset(changed) as c (workspace_id uuid, owner_kind text, files bigint, bytes bigint)
  ), free as (
    select t.workspace_id, t.id from file_totals t join changes c using (workspace_id, owner_kind)
     limit 100 for update of t skip locked
  ), folded as (
    delete from file_totals t using free f where t.workspace_id = f.workspace_id and t.id = f.id
    returning t.workspace_id, t.owner_kind, t.files, t.bytes
  )
  insert into file_totals (workspace_id, owner_kind, files, bytes)
  select workspace_id, owner_kind, sum(files), sum(bytes)
    from (select * from changes union all select * from folded) as summed
   -- Files that go with their workspace leave nothing.
   where exists (select from workspaces w where w.id = summed.workspace_id)
   group by workspace_id, owner_kind having sum(files) <> 0 or sum(bytes) <> 0;
  return null;
end $$;
create trigger total_inserted after insert on files
  referencing new table as fresh for each statement execute function total_files();
create trigger total_updated after update on files
  referencing old table as stale new table as fresh for each statement execute function total_files();
create trigger total_deleted after delete on files
  referencing old table as stale for each statement execute function total_files();

alter table files no force row level security;
alter table file_totals no force row level security;
insert into file_totals (workspace_id, owner_kind, files, bytes)
  select workspace_id, coalesce(owner_kind, ''), count(*), sum(size) from files group by 1, 2;
alter table files force row level security;
alter table file_totals force row level security;

-- The sum of the files themselves grew with their number.
drop index files_storage;
