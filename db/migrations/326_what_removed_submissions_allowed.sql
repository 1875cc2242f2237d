-- Receipts and histories state what happened, also once retention has removed the submissions before
-- (docs/decisions/032): bits that a subject's removed submissions allowed, and the id of the last of them; null: none.
alter table consent_subjects
  add column removed_granted bigint not null default 0,
  add column removed_until uuid;

-- The function that removes submissions (migration 320), in full.

-- Removes submissions of one form up to `p_until`, but for what each data subject, or browser as a subject of its own,
-- chose last, and what look-ups by source need: of the `p_limit` that come after the id `p_after`. Their receipts go
-- with them, and every count follows; of whom they were, what they allowed is noted. Answers how many went, and the id
-- to go on after; null at the end.
create or replace function remove_user_consents(
  p_workspace uuid, p_consent uuid, p_until uuid, p_after uuid, p_limit integer, out removed integer, out last uuid
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  head uuid;
begin
  perform set_config('app.workspace_id', p_workspace::text, true);
  -- Whoever writes submissions of the form holds this row.
  select block into head from consent_counters where workspace_id = p_workspace and consent_id = p_consent for update;
  select count(*), case when count(*) = p_limit then (array_agg(id order by id desc))[1] end into removed, last from (
    select id from user_consents
     where workspace_id = p_workspace and consent_id = p_consent and id > p_after and id < p_until
     order by id limit p_limit) as looked_at;
  if removed = 0 then return; end if;

  with followed as materialized (
    select c.*
    -- By `offset` apart: row-level security lets no index look up by a function that might tell what it is called with.
    from (
      select id, uid, browser, coalesce(uuid_send(browser), uid) as subject, version, action, granted, changed,
        source_id, source, channel from user_consents
       where workspace_id = p_workspace and consent_id = p_consent and id > p_after and id < p_until
         and (last is null or id <= last) offset 0) c
    where not exists (
      select from consent_subjects s
     where s.workspace_id = p_workspace and s.uid = c.subject and s.consent_id = p_consent and s.user_consent_id = c.id)
  ), old as materialized (
    select id, subject as uid, uid as person, version, action, granted, changed, source_id from followed f
     where browser is not null or not is_looked_up_by_source(
       p_workspace, p_consent, f.uid, f.id, f.source_id, f.source, f.channel)
  ), placed as materialized (
    -- Bangkok is UTC+7 all year.
    select old.*, timezone(interval '7 hours', uuid_time(id))::date as day,
      coalesce((
        select b.block from consent_blocks b
         where b.workspace_id = p_workspace and b.consent_id = p_consent and b.block <= old.id
         order by b.block desc limit 1), '00000000-0000-0000-0000-000000000000') as block
    from old
  ), gone as (
    delete from user_consents where workspace_id = p_workspace and id = any (array(select id from placed))
  ), receipts as (
    delete from consent_receipts
     where workspace_id = p_workspace and user_consent_id = any (array(select id from placed))
  ), days as (
    update consent_days d set submissions = d.submissions - o.n, granted = add_counts(d.granted, o.granted)
    from (
      select day, version, action, changed, source_id, count(*) as n, sum_counts(count_bits(granted, -1)) as granted
      from placed group by 1, 2, 3, 4, 5) as o
    where d.workspace_id = p_workspace and d.consent_id = p_consent
      and (d.day, d.version, d.action, d.changed, d.source_id) = (o.day, o.version, o.action, o.changed, o.source_id)
  ), blocks as (
    update consent_blocks b set submissions = b.submissions - o.n, granted = add_counts(b.granted, o.granted)
    from (
      select block, version, action, changed, source_id, count(*) as n, sum_counts(count_bits(granted, -1)) as granted
      from placed group by 1, 2, 3, 4, 5) as o
    where b.workspace_id = p_workspace and b.consent_id = p_consent
     and (b.block, b.version, b.action, b.changed, b.source_id) = (o.block, o.version, o.action, o.changed, o.source_id)
  ), subjects as (
    update consent_subjects s set submissions = s.submissions - o.n,
      removed_granted = s.removed_granted | o.granted, removed_until = greatest(s.removed_until, o.until)
    from (
      -- What a browser of a person allowed, the person had allowed too.
      select whose, (count(*) filter (where whose = uid))::integer as n, bit_or(granted) as granted,
        (array_agg(id order by id desc))[1] as until
      from placed, unnest(array[uid, nullif(person, uid)]) as whose where whose is not null group by whose) as o
    where s.workspace_id = p_workspace and s.uid = o.whose and s.consent_id = p_consent
  ), counters as (
    update consent_counters c set submissions = c.submissions - o.n, block_size = c.block_size - o.in_block
    from (select count(*) as n, count(*) filter (where block = head) as in_block from placed) as o
    where c.workspace_id = p_workspace and c.consent_id = p_consent
  )
  select count(*) into removed from placed;
  delete from consent_days where workspace_id = p_workspace and consent_id = p_consent and submissions = 0;
  delete from consent_blocks where workspace_id = p_workspace and consent_id = p_consent and submissions = 0;
end $$;
