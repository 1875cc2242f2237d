-- The stored status of the plans of assessments, computed once more: of two plans that were moved at the same time, one
-- was not counted.
alter table dpias no force row level security;
alter table treatment_plans no force row level security;
update dpias d set treatment_status = settled.status
  from (select x.workspace_id, x.id,
               case when bool_or(t.status = 'REJECTED') then 'REJECTED'
                    when bool_or(t.status in ('NEW', 'INPROGRESS')) then 'INPROGRESS'
                    when bool_or(t.status = 'PENDING') then 'PENDING'
                    when bool_or(t.status = 'RESOVLED') then 'RESOLVED' end as status
          from dpias x
          left join treatment_plans t
            on t.workspace_id = x.workspace_id and t.dpia_id = x.id and t.dpia_version = x.published_version
         where x.published_version > 0
         group by x.workspace_id, x.id) settled
 where d.workspace_id = settled.workspace_id and d.id = settled.id
   and d.treatment_status is distinct from settled.status;
alter table dpias force row level security;
alter table treatment_plans force row level security;
