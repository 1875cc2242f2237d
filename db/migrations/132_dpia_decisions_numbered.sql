-- Documents that no assessment was required have numbers of their own, from 1 in each workspace.
alter table dpia_decisions add document_number integer;
alter table dpia_decisions no force row level security;
update dpia_decisions d set document_number = numbered.place
  from (select workspace_id, id, row_number() over (partition by workspace_id order by decided_at, id) as place
          from dpia_decisions) numbered
 where d.workspace_id = numbered.workspace_id and d.id = numbered.id;
alter table dpia_decisions force row level security;
alter table dpia_decisions alter document_number set not null;
alter table dpia_decisions add unique (workspace_id, document_number);

-- Who looks at an assessment again when its review is due.
alter table dpias add reviewer_id uuid;
alter table dpias add foreign key (workspace_id, reviewer_id) references personnel;
