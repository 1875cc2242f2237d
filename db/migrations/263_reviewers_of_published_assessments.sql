-- Who reviews a published assessment is stated by its newest version, as the date is. Drafts of the next one had changed
-- it.
alter table dpias no force row level security;
alter table dpia_versions no force row level security;
alter table personnel no force row level security;
update dpias d set reviewer_id = published.reviewer_id
  from (select x.workspace_id, x.id, p.id as reviewer_id
          from dpias x
          join dpia_versions v
            on v.workspace_id = x.workspace_id and v.dpia_id = x.id and v.version = x.published_version
          left join personnel p
            on p.workspace_id = v.workspace_id and p.id = (v.content -> 'draft' ->> 'reviewerId')::uuid) published
 where d.workspace_id = published.workspace_id and d.id = published.id
   and d.reviewer_id is distinct from published.reviewer_id;
alter table dpias force row level security;
alter table dpia_versions force row level security;
alter table personnel force row level security;
