-- The approver that is typed into a privacy notice stands masked in the activity log from now on, as other personal data
-- does: what was written before, too.
create function masked_approver(p_changes jsonb) returns jsonb language sql immutable as $$
  select jsonb_agg(case when change ->> 'field' = 'approver' then change || jsonb_build_object(
      'old', case when change ->> 'old' <> '' then left(change ->> 'old', 1) || '•••' else '' end,
      'new', case when change ->> 'new' <> '' then left(change ->> 'new', 1) || '•••' else '' end)
    else change end order by place)
  from jsonb_array_elements(p_changes) with ordinality as c (change, place)
$$;
alter table activity_logs no force row level security;
update activity_logs set changes = masked_approver(changes)
 where entity = 'privacyNotice' and changes @> '[{"field": "approver"}]';
alter table activity_logs force row level security;
alter table organization_activity_logs no force row level security;
update organization_activity_logs set changes = masked_approver(changes)
 where entity = 'privacyNotice' and changes @> '[{"field": "approver"}]';
alter table organization_activity_logs force row level security;
drop function masked_approver(jsonb);
