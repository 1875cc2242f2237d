-- Published versions of a consent form have days of their own: a version that begins later leaves the one in force where
-- it is until then. What a data subject allowed ends with the version that was answered, so that how data subjects stand
-- is also counted by version.

-- Days in Bangkok as in the content, YYYY-MM-DD; null: open on that side.
alter table consent_versions
  add column effective_from text generated always as (content ->> 'effectiveFrom') stored,
  add column effective_to text generated always as (content ->> 'effectiveTo') stored;

-- Subjects by the version that they answered last and by what they chose, and by purpose (in the order of its bits) those
-- who allowed it. consent_counters hold the sums.
create table consent_standings (
  workspace_id uuid not null,
  consent_id uuid not null,
  version integer not null,
  accepting_all bigint not null,
  accepting_some bigint not null,
  declining bigint not null,
  allowing bigint[] not null,
  primary key (workspace_id, consent_id, version),
  foreign key (workspace_id, consent_id) references consents on delete cascade
);

-- Row-level security is forced, and the owner of the schema need not be a superuser.
alter table consent_subjects no force row level security;
insert into consent_standings (workspace_id, consent_id, version, accepting_all, accepting_some, declining, allowing)
select workspace_id, consent_id, version, coalesce(sum(n) filter (where action = 'ALL'), 0), coalesce(sum(n) filter (where action = 'ACCEPT'), 0), coalesce(sum(n) filter (where action = 'NONE'), 0), sum_counts(count_bits(granted, n))
  from (
    select s.workspace_id, s.consent_id, s.version, s.action, s.granted, count(*) as n
      from consent_subjects s join consents c on c.workspace_id = s.workspace_id and c.id = s.consent_id
     group by 1, 2, 3, 4, 5) as sums
 group by 1, 2, 3;
alter table consent_subjects force row level security;

-- Follows what each data subject chose last, within the statement that writes it; whoever writes holds the form's row of
-- consent_counters.
create procedure count_standings_on(operation text, moves text) language plpgsql as $outer$
begin
  execute format($body$
    create function count_standings_%s() returns trigger language plpgsql as $$
    begin
      insert into consent_standings as s (workspace_id, consent_id, version, accepting_all, accepting_some, declining, allowing)
      select workspace_id, consent_id, version, coalesce(sum(n) filter (where action = 'ALL'), 0), coalesce(sum(n) filter (where action = 'ACCEPT'), 0),
        coalesce(sum(n) filter (where action = 'NONE'), 0), sum_counts(count_bits(granted, n))
      from (
        select workspace_id, consent_id, version, action, granted, sum(n)::bigint as n from (%s) as one
        group by 1, 2, 3, 4, 5 having sum(n) <> 0) as moves
      group by 1, 2, 3
      on conflict (workspace_id, consent_id, version) do update set
        accepting_all = s.accepting_all + excluded.accepting_all,
        accepting_some = s.accepting_some + excluded.accepting_some,
        declining = s.declining + excluded.declining,
        allowing = add_counts(s.allowing, excluded.allowing);
      return null;
    end $$$body$, operation, moves);
end $outer$;
call count_standings_on('insert', 'select *, 1 as n from arrived');
call count_standings_on('update', 'select *, 1 as n from arrived union all select *, -1 from departed');
drop procedure count_standings_on;
create trigger standings_of_new after insert on consent_subjects
  referencing new table as arrived for each statement execute function count_standings_insert();
create trigger standings_of_changed after update on consent_subjects
  referencing old table as departed new table as arrived for each statement execute function count_standings_update();

call wall('consent_standings');
create policy ingest on consent_standings to pokpong_ingest using (workspace_id = (select current_workspace())) with check (workspace_id = (select current_workspace()));
grant select on consent_standings to pokpong_app;
grant select, insert, update on consent_standings to pokpong_ingest;
