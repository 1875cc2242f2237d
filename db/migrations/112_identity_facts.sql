-- A second fact that the organisation knows of a data subject already: what they say is compared with it and not kept.
create table identity_facts (
  workspace_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  person text not null check (person in ('SUBJECT', 'GUARDIAN')),
  state text not null check (state in ('REQUESTED', 'MATCHED', 'FAILED', 'WITHDRAWN')),
  question bytea,           -- sealed: which fact
  expected_hash text,       -- keyed; null once it was decided
  tries_left integer not null check (tries_left between 0 and 5),
  answered_by uuid,         -- who of the personnel heard it last; null: the data subject wrote it on their page
  decided_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  check ((state = 'REQUESTED') = (decided_at is null)),
  check ((state = 'REQUESTED') = (expected_hash is not null)),
  foreign key (workspace_id, request_id) references requests on delete cascade,
  foreign key (workspace_id, answered_by) references personnel,
  foreign key (workspace_id, created_by) references personnel
);
create index identity_facts_request on identity_facts (workspace_id, request_id, created_at, id);
-- Of one person one fact at a time is asked for.
create unique index identity_facts_open on identity_facts (workspace_id, request_id, person) where state = 'REQUESTED';
grant select, insert, update, delete on identity_facts to pokpong_app;
call wall('identity_facts');
-- Kept for good, but for requests that are anonymised (migration 104).
create policy anonymised on identity_facts as restrictive for delete to pokpong_app using (exists (
  select from requests q
   where q.workspace_id = identity_facts.workspace_id and q.id = identity_facts.request_id and q.anonymised_at is not null));
