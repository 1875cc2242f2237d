-- The counting of submissions where a batch spreads over many days, as that of an import does: the functions
-- `write_submissions` and `count_submissions` of migration 226 in full. What is counted is what was counted. Blocks and
-- the form's own counts no longer take a group for each day, and what one submission allowed is put together once.

-- Writes submissions and what each subject chose last, and answers what is to be counted. `p_source_ids`: the numbers
-- of `p_sources`. Separate from the counting, which needs groups of submissions alone and none of their rows:
-- each submission is in one group with its day and in one with its block.
create or replace function write_submissions(
  p_head consent_counters, p_import uuid,
  p_ids uuid[], p_uids bytea[], p_identities bytea[], p_kinds integer[], p_browsers uuid[],
  p_versions integer[], p_actions text[], p_granted bigint[], p_guardians boolean[], p_languages text[],
  p_channels text[], p_sources text[], p_source_ids smallint[], p_known text[]
) returns consent_submission_group[] language plpgsql as $$
declare
  groups consent_submission_group[];
begin
  with placed as materialized (
    select * from placed_submissions(p_head.workspace_id, p_head.consent_id, p_import, p_head.block, p_head.browsers,
      p_ids, p_uids, p_identities, p_kinds, p_browsers, p_granted, p_known)
  ), written as (
    insert into user_consents (workspace_id, id, consent_id, version, at, uid, identity, action, granted, changed,
      has_guardian, language, channel, source_id, source, import_id, known_by, browser)
    select p_head.workspace_id, id, p_head.consent_id, p_versions[kind], moment, uid, identity, p_actions[kind],
      granted, changed, p_guardians[kind], p_languages[kind], p_channels[kind], p_source_ids[kind],
      case p_source_ids[kind] when 0 then p_sources[kind] else '' end, p_import, p_known[kind], browser
    from placed
  ), chosen as (
    insert into consent_subjects as s (workspace_id, uid, consent_id, user_consent_id, at, version, action, granted,
      submissions, proved)
    select p_head.workspace_id, subject, p_head.consent_id, id, moment, p_versions[kind], p_actions[kind], granted,
      times, proven
    from placed where last
    on conflict (workspace_id, uid, consent_id) do update set
      submissions = s.submissions + excluded.submissions,
      proved = s.proved or excluded.proved or s.at <= p_head.proved_until,
      -- What comes in live comes last, whatever its node's clock says; what is imported is ordered by its time.
      user_consent_id = case when p_import is null or excluded.user_consent_id > s.user_consent_id
        then excluded.user_consent_id else s.user_consent_id end,
      at = case when p_import is null or excluded.user_consent_id > s.user_consent_id then excluded.at else s.at end,
      version = case when p_import is null or excluded.user_consent_id > s.user_consent_id
        then excluded.version else s.version end,
      action = case when p_import is null or excluded.user_consent_id > s.user_consent_id
        then excluded.action else s.action end,
      granted = case when p_import is null or excluded.user_consent_id > s.user_consent_id
        then excluded.granted else s.granted end
  )
  -- Days and blocks are counted apart: together they would make nearly as many groups as there are submissions.
  select array_agg(grouped::consent_submission_group) into groups from (
    select kind, day, block, changed, moves, new, was, was_granted, count(*) as n
    from (
      -- Bangkok is UTC+7 all year.
      select kind, timezone(interval '7 hours', moment)::date as day,
        coalesce(block, '00000000-0000-0000-0000-000000000000') as block, changed,
        last and (stored_id is null or p_import is null or stored_id < id) as moves, stored_id is null as new,
        case when last and (p_import is null or stored_id < id) then stored_action end as was,
        case when last and (p_import is null or stored_id < id) then stored_granted end as was_granted
      from placed) as facts
    group by grouping sets ((kind, day, changed), (kind, block, changed, moves, new, was, was_granted))) as grouped;
  return groups;
end $$;

-- Adds groups of submissions to the counts by day, by block and of the form, and notes with the form what the next
-- batch has to know: its newest block, as `p_head` has it, its newest submission (`p_last`), the ways in which data
-- subjects are known, and when the event `p_announced` was announced (null: none now). Separate because its work grows
-- with the kinds of submissions and not with their number.
create or replace function count_submissions(
  p_head consent_counters, p_groups consent_submission_group[], p_last uuid,
  p_versions integer[], p_actions text[], p_granted bigint[], p_source_ids smallint[], p_known text[],
  p_now timestamptz, p_announced text
) returns void language plpgsql as $$
declare
  allowed_once text[];
begin
  -- Over many days most kinds come once or not at all in each. A query of its own, which few groups are not worth.
  if cardinality(p_groups) > 100 then
    allowed_once := array(select count_bits(bits, 1)::text from unnest(p_granted) as bits);
  end if;
  with in_days as (
    select day, p_versions[kind] as version, p_actions[kind] as action, changed, p_source_ids[kind] as source_id, n,
      coalesce(case n when 1 then allowed_once[kind]::bigint[] end, count_bits(p_granted[kind], n)) as granted
    from unnest(p_groups) where day is not null
  ), days as (
    insert into consent_days as d (workspace_id, consent_id, day, version, action, changed, source_id,
      submissions, granted)
    select p_head.workspace_id, p_head.consent_id, day, version, action, changed, source_id, sum(n), sum_counts(granted)
    from in_days group by day, version, action, changed, source_id
    on conflict (workspace_id, consent_id, day, version, action, changed, source_id) do update
      set submissions = d.submissions + excluded.submissions, granted = add_counts(d.granted, excluded.granted)
  ), groups as materialized (
    select * from unnest(p_groups) where block is not null
  ), in_blocks as (
    select block, p_versions[kind] as version, p_actions[kind] as action, changed, p_source_ids[kind] as source_id,
      sum(n)::bigint as n, count_bits(p_granted[kind], sum(n)::bigint) as granted
    from groups group by kind, block, changed
  ), blocks as (
    insert into consent_blocks as b (workspace_id, consent_id, block, version, action, changed, source_id,
      submissions, granted)
    select p_head.workspace_id, p_head.consent_id, block, version, action, changed, source_id, sum(n),
      sum_counts(granted)
    from in_blocks group by block, version, action, changed, source_id
    on conflict (workspace_id, consent_id, block, version, action, changed, source_id) do update
      set submissions = b.submissions + excluded.submissions, granted = add_counts(b.granted, excluded.granted)
  ), sums as (
    select sum(n) as submissions, coalesce(sum(n) filter (where block = p_head.block), 0) as in_block,
      coalesce(sum(n) filter (where moves and new), 0) as subjects,
      coalesce(sum(n) filter (where moves and p_actions[kind] = 'ALL'), 0)
        - coalesce(sum(n) filter (where was = 'ALL'), 0) as accepting_all,
      coalesce(sum(n) filter (where moves and p_actions[kind] = 'ACCEPT'), 0)
        - coalesce(sum(n) filter (where was = 'ACCEPT'), 0) as accepting_some,
      coalesce(sum(n) filter (where moves and p_actions[kind] = 'NONE'), 0)
        - coalesce(sum(n) filter (where was = 'NONE'), 0) as declining
    from groups
  ), allowed as (
    select sum_counts(count_bits(bits, n)) as more from (
      select bits, sum(n)::bigint as n from (
        select p_granted[kind] as bits, n from groups where moves
        union all select was_granted, -n from groups where was_granted is not null) as one
      group by bits having sum(n) <> 0) as net
  )
  update consent_counters c set
    submissions = c.submissions + sums.submissions,
    subjects = c.subjects + sums.subjects,
    accepting_all = c.accepting_all + sums.accepting_all,
    accepting_some = c.accepting_some + sums.accepting_some,
    declining = c.declining + sums.declining,
    allowing = add_counts(c.allowing, allowed.more),
    block = p_head.block,
    block_size = p_head.block_size + sums.in_block,
    newest = greatest(c.newest, p_last),
    proofs = c.proofs or 'token' = any (p_known),
    browsers = c.browsers or 'browser' = any (p_known),
    notified_at = case when p_announced = 'userConsent.received' then p_now else c.notified_at end,
    refreshed_at = case when p_announced is not null then p_now else c.refreshed_at end
  from sums, allowed
  where c.workspace_id = p_head.workspace_id and c.consent_id = p_head.consent_id;
end $$;
