-- Whose record a version of a notice states as its data protection officer, and which of name, email and phone it has
-- from there: once the person leaves, or that changes, the notice differs from the register.
alter table privacy_notice_versions add column officer jsonb; -- {id, fields}; null where it states nobody of the workspace
alter table privacy_notices no force row level security;
alter table privacy_notice_versions no force row level security;
alter table personnel no force row level security;
update privacy_notice_versions v set officer = stated.officer
  from privacy_notices n
 cross join lateral (
   select w.id, jsonb_build_object('id', p.id, 'fields', array_remove(array[
            case when p.name = d.dpo ->> 'name' then 'name' end,
            case when p.email = d.dpo ->> 'email' then 'email' end,
            case when p.phone = d.dpo ->> 'phone' then 'phone' end], null)) as officer
     from privacy_notice_versions w
    cross join lateral (select w.content #> '{draft,dpo}' as dpo) d
     join personnel p on p.workspace_id = w.workspace_id and p.role = 'DPO'
      and (p.email = d.dpo ->> 'email' or p.name = d.dpo ->> 'name')
    where (w.workspace_id, w.privacy_notice_id, w.version) = (n.workspace_id, n.id, n.published_version)
    order by (p.status in ('active', 'invited')) desc, (p.email = d.dpo ->> 'email') desc, p.created_at, p.id limit 1) stated
 where (v.workspace_id, v.id) = (n.workspace_id, stated.id);
alter table privacy_notices force row level security;
alter table privacy_notice_versions force row level security;
alter table personnel force row level security;
