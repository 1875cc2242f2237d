-- Legitimate interest is a basis of a purpose once its assessment passes (PDPA section 24(5)): what counts bases reads
-- `effective_bases`. The questions and the answers that pass are those of shared/purpose/legitimateInterest.ts;
-- test/modules/dashboard.test.ts holds the two together.
create function legitimate_interest_passes(answers jsonb) returns boolean language sql immutable parallel safe as $$
  select answers is not null and not exists (
    select from (values
      ('purpose', 0, '{yes,explain}'::text[]), ('purpose', 1, '{yes}'), ('purpose', 2, '{yes}'),
      ('purpose', 3, '{yes,explain}'), ('purpose', 4, '{no}'),
      ('necessity', 0, '{yes,explain}'), ('necessity', 1, '{yes}'), ('necessity', 2, '{no,explain}'),
      ('necessity', 3, '{no,explain}'),
      ('balancing', 0, '{yes,explain}'), ('balancing', 1, '{no,explain}'), ('balancing', 2, '{no,explain}'),
      ('balancing', 3, '{no}'), ('balancing', 4, '{yes,explain}'), ('balancing', 5, '{yes}')
    ) as q (test, place, passes)
    cross join lateral (
      select answers -> q.test -> q.place ->> 'answer' as answer, answers -> q.test -> q.place ->> 'explanation' as explanation
    ) as a
    where not coalesce(
      a.answer = any(q.passes)
        and (a.answer <> 'explain' or char_length(regexp_replace(a.explanation, '^\s+|\s+$', '', 'g')) >= 20), false))
$$;
alter table purposes add column effective_bases text[] not null generated always as (
  case when legitimate_interest_passes(legitimate_interest) then lawful_bases
       else array_remove(lawful_bases, 'legitimateInterest') end) stored;
