-- Look-ups by source answer with what somebody chose last there, also after they chose at another one: retention leaves
-- that (docs/decisions/032).

-- Whether a look-up by source (`user_consent_status`) needs a submission of a person that was followed by others: the
-- last one at its source, the last on their own page or by a request, and each of these since the last choice at
-- another source, which takes away from it. No more than a thousand before and after it are looked at, since writers of
-- the form wait meanwhile: a uid with more of them is no person's.
create function is_looked_up_by_source(
  p_workspace uuid, p_consent uuid, p_uid bytea, p_id uuid, p_source_id smallint, p_source text, p_channel text
) returns boolean language plpgsql stable as $$
declare
  withdrawals constant text[] := array['Withdrawal page', 'Data subject request'];
begin
  return (
    -- By the uid alone: the index of the form would be read from there to its end.
    with later as materialized (
      select consent_id, browser, source_id, source, channel from user_consents
       where workspace_id = p_workspace and uid = p_uid and id > p_id order by id limit 1000
    ), followers as materialized (
      select source_id, source, channel from later where consent_id = p_consent and browser is null
    )
    select (select count(*) from later) < 1000 and (
      not exists (select from followers where source_id = p_source_id and source = p_source)
      or (p_channel = any (withdrawals) and (
        not exists (select from followers where channel = any (withdrawals))
        or exists (
          select from (
            select consent_id, browser, source_id, source from user_consents
             where workspace_id = p_workspace and uid = p_uid and id < p_id order by id desc limit 1000) as earlier
           where consent_id = p_consent and browser is null
             and not exists (
               select from followers
                where source_id = earlier.source_id and source = earlier.source)))))
  );
end $$;

-- The function that removes submissions (migration 227), in full.

-- Removes submissions of one form up to `p_until`, but for what each data subject, or browser as a subject of its own,
-- chose last, and what look-ups by source need: of the `p_limit` that come after the id `p_after`. Their receipts go
-- with them, and every count follows. Answers how many went, and the id to go on after; null at the end.
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
       where s.workspace_id = p_workspace and s.uid = c.subject and s.consent_id = p_consent
         and s.user_consent_id = c.id)
  ), old as materialized (
    select f.id, f.subject as uid, f.version, f.action, f.granted, f.changed, f.source_id from followed f
     where f.browser is not null or not is_looked_up_by_source(
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
      and (b.block, b.version, b.action, b.changed, b.source_id)
        = (o.block, o.version, o.action, o.changed, o.source_id)
  ), subjects as (
    update consent_subjects s set submissions = s.submissions - o.n
    from (select uid, count(*)::integer as n from placed group by uid) as o
    where s.workspace_id = p_workspace and s.uid = o.uid and s.consent_id = p_consent
  ), counters as (
    update consent_counters c set submissions = c.submissions - o.n, block_size = c.block_size - o.in_block
    from (select count(*) as n, count(*) filter (where block = head) as in_block from placed) as o
    where c.workspace_id = p_workspace and c.consent_id = p_consent
  )
  select count(*) into removed from placed;
  delete from consent_days where workspace_id = p_workspace and consent_id = p_consent and submissions = 0;
  delete from consent_blocks where workspace_id = p_workspace and consent_id = p_consent and submissions = 0;
end $$;

grant create on schema public to pokpong_ingest;
alter function is_looked_up_by_source owner to pokpong_ingest;
revoke create on schema public from pokpong_ingest;
revoke all on function is_looked_up_by_source from public;
