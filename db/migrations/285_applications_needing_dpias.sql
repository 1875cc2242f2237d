-- Applications that should be assessed are found by an index, in place of reading the words of the whole register for
-- each list of them (docs/decisions/082, 148).

-- Criteria that words of a text indicate, as regular expressions over lower-case text. A hint: people decide.
create function dpia_signs(p_text text) returns text[] language sql immutable parallel safe as $$
  select array(
    select w.reason from (values
      ('NEW_TECHNOLOGY',
       'ปัญญาประดิษฐ์|การเรียนรู้ของเครื่อง|จดจำใบหน้า|จำลองใบหน้า|ข้อมูลชีวภาพ|ข้อมูลชีวมิติ|บล็อกเชน|โดรน|\mai\M|machine learning|facial recognition|biometric|blockchain|\miot\M|\mdrones?\M'),
      ('SYSTEMATIC_MONITORING',
       'กล้องวงจรปิด|เฝ้าติดตาม|เฝ้าระวัง|ติดตามพฤติกรรม|ติดตามตำแหน่ง|ตำแหน่งที่ตั้ง|\mcctv\M|\mgps\M|location data|monitoring|surveillance|tracking'),
      ('VULNERABLE_SUBJECTS',
       'ผู้เยาว์|เด็ก|นักเรียน|ผู้ป่วย|คนไข้|ผู้สูงอายุ|ผู้พิการ|คนพิการ|แรงงานข้ามชาติ|ผู้ลี้ภัย|\mminors?\M|child|pupil|student|patient|elderly|disabled|migrant|refugee')
    ) as w (reason, words)
    where lower(p_text) ~ w.words)
$$;

-- What each record of the register indicates by itself. 100,000 data subjects are large-scale processing, by the
-- notification on data protection officers.
alter table applications add column dpia_signs text[] not null generated always as (
  dpia_signs(name || ' ' || description)
  || case when data_subject_count >= 100000 then '{MANY_SUBJECTS}'::text[] else '{}'::text[] end) stored;
alter table purposes add column dpia_signs text[] not null generated always as (
  dpia_signs(title_th || ' ' || title_en || ' ' || description_th || ' ' || description_en)) stored;
alter table pii_categories add column dpia_signs text[] not null generated always as (
  dpia_signs(name_th || ' ' || name_en)
  || case when sensitive then '{SENSITIVE_DATA}'::text[] else '{}'::text[] end) stored;
alter table catalogue_items add column dpia_signs text[] not null generated always as (
  case when kind in ('dataSubjectGroup', 'storageSystem') then dpia_signs(name_th || ' ' || name_en)
       else '{}'::text[] end) stored;

-- Whether the application should be assessed and never was.
alter table applications add column needs_dpia boolean not null default false;

-- Those of the applications that should be assessed and never were: sensitive data alone gives the highest level of data
-- risk, and any two of the other reasons make two criteria.
create function applications_needing_dpia(p_workspace uuid, p_applications uuid[]) returns setof uuid
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
      join catalogue_items i on i.workspace_id = p_workspace and i.id = x.item_id)
  select s.id from signs s cross join unnest(s.dpia_signs) as r (reason)
   group by s.id having bool_or(r.reason = 'SENSITIVE_DATA') or count(distinct r.reason) > 1
$$;

create function refresh_dpia_needs(p_workspace uuid, p_applications uuid[]) returns void language plpgsql as $$
begin
  -- Locked in one order, so that two changes of the same applications do not wait for each other.
  with needing as materialized (select applications_needing_dpia(p_workspace, p_applications) as id),
       moved as materialized (
         select a.id from applications a
          where a.workspace_id = p_workspace and a.id = any (p_applications)
            and a.needs_dpia <> (a.id in (select id from needing))
          order by a.id for no key update)
  update applications a set needs_dpia = not a.needs_dpia
    from moved m where a.workspace_id = p_workspace and a.id = m.id;
end $$;

create function dpia_needs_of_application() returns trigger language plpgsql as $$
begin
  perform refresh_dpia_needs(new.workspace_id, array[new.id]);
  return null;
end $$;
create trigger dpia_needs_of_new_application after insert on applications for each row
  when (cardinality(new.dpia_signs) > 1) execute function dpia_needs_of_application();
create trigger dpia_needs_of_application after update on applications for each row
  when (old.dpia_signs is distinct from new.dpia_signs) execute function dpia_needs_of_application();

create function dpia_needs_of_links() returns trigger language plpgsql as $$
begin
  perform refresh_dpia_needs(c.workspace_id, c.ids)
     from (select workspace_id, array_agg(distinct application_id) as ids from changed group by workspace_id) c;
  return null;
end $$;
create trigger dpia_needs_of_new_links after insert on application_purposes
  referencing new table as changed for each statement execute function dpia_needs_of_links();
create trigger dpia_needs_of_removed_links after delete on application_purposes
  referencing old table as changed for each statement execute function dpia_needs_of_links();

create function dpia_needs_of_purpose_parts() returns trigger language plpgsql as $$
begin
  perform refresh_dpia_needs(c.workspace_id, c.ids)
     from (select l.workspace_id, array_agg(distinct l.application_id) as ids
             from (select distinct workspace_id, purpose_id from changed) x
             join application_purposes l on l.workspace_id = x.workspace_id and l.purpose_id = x.purpose_id
            group by l.workspace_id) c;
  return null;
end $$;
create trigger dpia_needs_of_new_categories after insert on purpose_pii_categories
  referencing new table as changed for each statement execute function dpia_needs_of_purpose_parts();
create trigger dpia_needs_of_removed_categories after delete on purpose_pii_categories
  referencing old table as changed for each statement execute function dpia_needs_of_purpose_parts();
create trigger dpia_needs_of_new_items after insert on purpose_catalogue_items
  referencing new table as changed for each statement execute function dpia_needs_of_purpose_parts();
create trigger dpia_needs_of_removed_items after delete on purpose_catalogue_items
  referencing old table as changed for each statement execute function dpia_needs_of_purpose_parts();

create function dpia_needs_of_purpose() returns trigger language plpgsql as $$
begin
  perform refresh_dpia_needs(new.workspace_id, array(
    select application_id from application_purposes where workspace_id = new.workspace_id and purpose_id = new.id));
  return null;
end $$;
create trigger dpia_needs_of_purpose after update on purposes for each row
  when (old.dpia_signs is distinct from new.dpia_signs) execute function dpia_needs_of_purpose();

create function dpia_needs_of_category() returns trigger language plpgsql as $$
begin
  perform refresh_dpia_needs(new.workspace_id, array(
    select distinct l.application_id from purpose_pii_categories x
      join application_purposes l on l.workspace_id = x.workspace_id and l.purpose_id = x.purpose_id
     where x.workspace_id = new.workspace_id and x.pii_category_id = new.id));
  return null;
end $$;
create trigger dpia_needs_of_category after update on pii_categories for each row
  when (old.dpia_signs is distinct from new.dpia_signs) execute function dpia_needs_of_category();

create function dpia_needs_of_item() returns trigger language plpgsql as $$
begin
  perform refresh_dpia_needs(new.workspace_id, array(
    select distinct l.application_id from purpose_catalogue_items x
      join application_purposes l on l.workspace_id = x.workspace_id and l.purpose_id = x.purpose_id
     where x.workspace_id = new.workspace_id and x.item_id = new.id));
  return null;
end $$;
create trigger dpia_needs_of_item after update on catalogue_items for each row
  when (old.dpia_signs is distinct from new.dpia_signs) execute function dpia_needs_of_item();

create function dpia_needs_of_assessment() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform refresh_dpia_needs(old.workspace_id, array[old.application_id]);
  else
    perform refresh_dpia_needs(new.workspace_id, array[new.application_id]);
  end if;
  return null;
end $$;
create trigger dpia_needs_of_assessment after insert or delete on dpias for each row
  execute function dpia_needs_of_assessment();

alter table applications no force row level security;
alter table application_purposes no force row level security;
alter table purposes no force row level security;
alter table purpose_pii_categories no force row level security;
alter table pii_categories no force row level security;
alter table purpose_catalogue_items no force row level security;
alter table catalogue_items no force row level security;
alter table dpias no force row level security;
select refresh_dpia_needs(workspace_id, array_agg(id)) from applications group by workspace_id;
alter table applications force row level security;
alter table application_purposes force row level security;
alter table purposes force row level security;
alter table purpose_pii_categories force row level security;
alter table pii_categories force row level security;
alter table purpose_catalogue_items force row level security;
alter table catalogue_items force row level security;
alter table dpias force row level security;

create index applications_needing_dpia on applications (workspace_id, (left(name, 200)) collate thai, id) where needs_dpia;
