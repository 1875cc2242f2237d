-- A look-up that asks for choices made at one source counts grants made there alone. What a data subject withdraws on
-- their own page is withdrawn everywhere; what they add there is added for the source that the page's choice carries,
-- and for no other.
create or replace function user_consent_status(p_workspace uuid, p_consent uuid, p_uid bytea, p_source text default null)
returns table (user_consent_id uuid, at timestamptz, version integer, action text, granted bigint) language plpgsql as $$
#variable_conflict use_column
begin
  perform set_config('app.workspace_id', p_workspace::text, true);
  if p_source is null then
    return query select user_consent_id, at, version, action, granted from consent_subjects where workspace_id = p_workspace and uid = p_uid and consent_id = p_consent;
    return;
  end if;
  return query
    with answers as materialized (
      select c.id, c.at, c.version, c.action, c.granted, coalesce(s.name, c.source) = p_source as here, c.channel = 'Withdrawal page' as own_page
      from user_consents c
      left join consent_sources s on s.workspace_id = p_workspace and s.consent_id = p_consent and s.id = c.source_id
      where c.workspace_id = p_workspace and c.uid = p_uid and c.consent_id = p_consent
    ), chosen as (
      select * from answers where here order by id desc limit 1
    ), withdrawn as (
      -- Choices on the own page since: what any of them leaves out is no longer allowed here.
      select bit_and(a.granted) as kept, (array_agg(a.id order by a.id desc))[1] as id
      from answers a left join chosen on true
      where a.own_page and (chosen.id is null or a.id > chosen.id)
    )
    select c.id, c.at, c.version, c.action, c.granted from chosen c cross join withdrawn w
     where w.kept is null or c.granted & w.kept = c.granted
    union all
    -- The version stays that of the choice made here: its words are what is still allowed.
    select a.id, a.at, c.version, case when c.granted & w.kept = 0 then 'NONE' else 'ACCEPT' end, c.granted & w.kept
      from chosen c cross join withdrawn w join answers a on a.id = w.id
     where c.granted & w.kept <> c.granted
    union all
    -- Nothing was chosen here: everything withdrawn is an answer, a grant is none.
    select a.id, a.at, a.version, a.action, a.granted
      from withdrawn w join answers a on a.id = w.id
     where not exists (select from chosen) and a.action = 'NONE';
end $$;
