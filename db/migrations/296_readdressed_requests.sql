-- When somebody who acts in a request got another address by a correction. A document that was accepted before proves
-- nothing about the new one, also where no link went there: nobody is written to about an imported request.
alter table requests
  add column subject_readdressed_at timestamptz,
  add column guardian_readdressed_at timestamptz;

-- Which address a former correction was of is sealed with it: of imported requests that must be confirmed again, the
-- newest one counts for everybody who acts.
alter table requests no force row level security;
alter table request_corrections no force row level security;
update requests r set subject_readdressed_at = c.at, guardian_readdressed_at = c.at
  from (select workspace_id, request_id, max(at) as at from request_corrections group by workspace_id, request_id) as c
 where c.workspace_id = r.workspace_id and c.request_id = r.id and r.channel = 'IMPORT' and r.verified_at is null;
alter table requests force row level security;
alter table request_corrections force row level security;
