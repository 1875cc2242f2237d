-- Whether an application should be assessed goes by its data mapping too (docs/decisions/148): sensitive data, groups
-- of data subjects and storage that no purpose lists, only an entry.

-- The function that finds the applications (migration 285), in full. An entry makes data sensitive by its attributes,
-- of whatever category; the sensitivity of the category itself counts where a purpose lists it.
create or replace function applications_needing_dpia(p_workspace uuid, p_applications uuid[]) returns setof uuid
language sql stable as $$
  with scoped as (
    select a.id, a.dpia_signs from applications a
     where a.workspace_id = p_workspace and a.id = any (p_applications)
       and not exists (select from dpias d where d.workspace_id = a.workspace_id and d.application_id = a.id)),
  linked as (
    select s.id, l.purpose_id from scoped s
      join application_purposes l on l.workspace_id = p_workspace and l.application_id = s.id),
  signs as (
    select id, dpia_signs from scoped
    union all
    select l.id, p.dpia_signs from linked l
      join purposes p on p.workspace_id = p_workspace and p.id = l.purpose_id
    union all
    select l.id, c.dpia_signs from linked l
      join purpose_pii_categories x on x.workspace_id = p_workspace and x.purpose_id = l.purpose_id
      join pii_categories c on c.workspace_id = p_workspace and c.id = x.pii_category_id
    union all
    select l.id, i.dpia_signs from linked l
      join purpose_catalogue_items x on x.workspace_id = p_workspace and x.purpose_id = l.purpose_id
      join catalogue_items i on i.workspace_id = p_workspace and i.id = x.item_id
    union all
    select s.id, array_remove(c.dpia_signs, 'SENSITIVE_DATA')
           || case when t.sensitive_uses > 0 then '{SENSITIVE_DATA}'::text[] else '{}'::text[] end
      from scoped s
      join inventory_totals t on t.workspace_id = p_workspace and t.application_id = s.id
      join pii_categories c on c.workspace_id = p_workspace and c.id = t.pii_category_id
    union all
    select s.id, i.dpia_signs from scoped s
      join data_flows f on f.workspace_id = p_workspace and f.application_id = s.id
      join catalogue_items i on i.workspace_id = p_workspace and i.id in (f.data_subject_group_id, f.storage_system_id))
  select s.id from signs s cross join unnest(s.dpia_signs) as r (reason)
   group by s.id having bool_or(r.reason = 'SENSITIVE_DATA') or count(distinct r.reason) > 1
$$;

-- Entries are written and removed, never moved. Their attributes go with them, a statement for each entry, so one
-- trigger after all of these is enough.
create trigger dpia_needs_of_new_entries after insert on data_flows
  referencing new table as changed for each statement execute function dpia_needs_of_links();
create trigger dpia_needs_of_removed_entries after delete on data_flows
  referencing old table as changed for each statement execute function dpia_needs_of_links();
-- Triggers run in the order of their names: this one after `total_inserted`, whose totals it reads.
create trigger total_inserted_dpia_needs after insert on data_flow_attributes
  referencing new table as changed for each statement execute function dpia_needs_of_links();

create or replace function dpia_needs_of_category() returns trigger language plpgsql as $$
begin
  perform refresh_dpia_needs(new.workspace_id, array(
    select l.application_id from purpose_pii_categories x
      join application_purposes l on l.workspace_id = x.workspace_id and l.purpose_id = x.purpose_id
     where x.workspace_id = new.workspace_id and x.pii_category_id = new.id
    union
    select t.application_id from inventory_totals t
     where t.workspace_id = new.workspace_id and t.pii_category_id = new.id));
  return null;
end $$;

create or replace function dpia_needs_of_item() returns trigger language plpgsql as $$
begin
  perform refresh_dpia_needs(new.workspace_id, array(
    select l.application_id from purpose_catalogue_items x
      join application_purposes l on l.workspace_id = x.workspace_id and l.purpose_id = x.purpose_id
     where x.workspace_id = new.workspace_id and x.item_id = new.id
    union
    select f.application_id from data_flows f
     where f.workspace_id = new.workspace_id and f.data_subject_group_id = new.id
    union
    select f.application_id from data_flows f
     where f.workspace_id = new.workspace_id and f.storage_system_id = new.id));
  return null;
end $$;

alter table applications no force row level security;
alter table application_purposes no force row level security;
alter table purposes no force row level security;
alter table purpose_pii_categories no force row level security;
alter table pii_categories no force row level security;
alter table purpose_catalogue_items no force row level security;
alter table catalogue_items no force row level security;
alter table dpias no force row level security;
alter table data_flows no force row level security;
alter table inventory_totals no force row level security;
select refresh_dpia_needs(workspace_id, array_agg(distinct application_id)) from data_flows group by workspace_id;
alter table applications force row level security;
alter table application_purposes force row level security;
alter table purposes force row level security;
alter table purpose_pii_categories force row level security;
alter table pii_categories force row level security;
alter table purpose_catalogue_items force row level security;
alter table catalogue_items force row level security;
alter table dpias force row level security;
alter table data_flows force row level security;
alter table inventory_totals force row level security;
