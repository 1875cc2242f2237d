-- Personal data in detail: sub-categories and attributes, the data mapping of each application, what is shared with whom,
-- and the counts that the inventory and the dashboard are drawn from.

-- ── Catalogue ─────────────────────────────────────────────────────────────────────────────────────
-- How personal data comes in: a counter, a web form, another system.
alter table catalogue_items drop constraint catalogue_items_kind_check;
alter table catalogue_items add constraint catalogue_items_kind_check
  check (kind in ('dataSubjectGroup', 'storageSystem', 'destructionMethod', 'department', 'securityMeasure', 'lineOfWork', 'dataSource', 'collectionChannel'));
-- Which edition of the built-in catalogue a workspace has; the next start brings what is newer.
alter table workspaces add column catalogue_edition integer not null default 1;

alter table pii_categories add column created_by uuid, add column updated_by uuid,
  add foreign key (workspace_id, created_by) references personnel,
  add foreign key (workspace_id, updated_by) references personnel;

create table pii_sub_categories (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  pii_category_id uuid not null,
  name_th text not null,
  name_en text not null default '',
  built_in boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, id, pii_category_id),
  foreign key (workspace_id, pii_category_id) references pii_categories on delete cascade
);
create unique index pii_sub_categories_name on pii_sub_categories (workspace_id, pii_category_id, md5(lower(name_th)));

create table pii_attributes (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  pii_category_id uuid not null,
  pii_sub_category_id uuid,
  name_th text not null,
  name_en text not null default '',
  description_th text not null default '',
  description_en text not null default '',
  sensitive boolean not null default false,   -- section 26 data
  built_in boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, id, pii_category_id),
  foreign key (workspace_id, pii_category_id) references pii_categories on delete cascade,
  foreign key (workspace_id, pii_sub_category_id, pii_category_id) references pii_sub_categories (workspace_id, id, pii_category_id)
);
create unique index pii_attributes_name on pii_attributes (workspace_id, pii_category_id, md5(lower(name_th)));
create index pii_attributes_sub_category on pii_attributes (workspace_id, pii_sub_category_id);

-- ── Applications: sections 39 and 40 of the PDPA ──────────────────────────────────────────────────
alter table applications
  add column processing_role text not null default 'controller' check (processing_role in ('controller', 'processor')),
  add column on_behalf_name text not null default '',       -- the controller that a processor works for
  add column on_behalf_contact text not null default '',
  add column access_means text not null default '',         -- rights and means of access of data subjects, and their conditions
  add column refusal_status text check (refusal_status in ('none', 'recorded')),
  add column refusal_note text not null default '',         -- refused requests and objections, with reasons
  -- Which items of shared/completeness.ts are complete, one bit each, and their share in percent.
  add column complete_items integer not null default 0,
  add column completeness smallint not null default 0 check (completeness between 0 and 100);
create index applications_completeness on applications (workspace_id, completeness, id);
create index applications_role on applications (workspace_id, processing_role, updated_at, id);

-- ── Purposes ──────────────────────────────────────────────────────────────────────────────────────
alter table purposes add column retention_days integer generated always as (
  case when retention_indefinite then -1
       else retention_amount * case retention_unit when 'day' then 1 when 'month' then 30 when 'year' then 365 end end) stored;

-- The ground on which data may go abroad (PDPA sections 28 and 29), and until when the contract holds.
alter table purpose_third_parties
  add column safeguard text check (safeguard in ('adequacy', 'bindingCorporateRules', 'standardClauses', 'certification', 'consent', 'contract', 'law', 'vitalInterest', 'publicInterest')),
  add column contract_expires_on date;
create index purpose_third_parties_country on purpose_third_parties (workspace_id, country, id);
create index purpose_third_parties_expiry on purpose_third_parties (workspace_id, contract_expires_on, id);

-- Whether the organisation holds a country's protection to be adequate (section 28): its own decision, with its reason.
create table country_adequacy (
  workspace_id uuid not null references workspaces on delete cascade,
  country text not null check (country ~ '^[A-Z]{2}$'),
  adequate boolean not null,
  note text not null default '',
  decided_by uuid,
  decided_at timestamptz not null default now(),
  primary key (workspace_id, country),
  foreign key (workspace_id, decided_by) references personnel
);

-- ── Data mapping ──────────────────────────────────────────────────────────────────────────────────
-- One line: from whom, by which channel, for which purpose, stored where, kept how long, destroyed how.
create table data_flows (
  workspace_id uuid not null,
  id uuid not null,
  application_id uuid not null,
  purpose_id uuid not null,
  position integer not null,
  data_subject_group_id uuid not null,
  channel_id uuid not null,
  storage_system_id uuid,
  destruction_method_id uuid,
  -- 0: as the purpose says; -1: for good; otherwise days, from amount and unit.
  retention_days integer not null default 0,
  retention_amount integer check (retention_amount > 0),
  retention_unit text check (retention_unit in ('day', 'month', 'year')),
  note text not null default '',
  uses integer not null,                  -- attributes of the line, and those of section 26 among them
  sensitive_uses integer not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, application_id, purpose_id) references application_purposes on delete cascade,
  foreign key (workspace_id, data_subject_group_id) references catalogue_items,
  foreign key (workspace_id, channel_id) references catalogue_items,
  foreign key (workspace_id, storage_system_id) references catalogue_items,
  foreign key (workspace_id, destruction_method_id) references catalogue_items
);
create index data_flows_application on data_flows (workspace_id, application_id, position);
create index data_flows_purpose on data_flows (workspace_id, purpose_id);
create index data_flows_group on data_flows (workspace_id, data_subject_group_id);
create index data_flows_channel on data_flows (workspace_id, channel_id);
create index data_flows_storage on data_flows (workspace_id, storage_system_id);
create index data_flows_destruction on data_flows (workspace_id, destruction_method_id);

-- One use of an attribute. Application, purpose, category, sensitivity and retention are those of its line and attribute,
-- kept here so that a page of a million uses is one walk of an index. Written and removed, never moved.
create table data_flow_attributes (
  workspace_id uuid not null,
  data_flow_id uuid not null,
  attribute_id uuid not null,
  application_id uuid not null,
  purpose_id uuid not null,
  pii_category_id uuid not null,
  sensitive boolean not null,
  retention_days integer not null,
  primary key (workspace_id, data_flow_id, attribute_id),
  foreign key (workspace_id, data_flow_id) references data_flows on delete cascade,
  foreign key (workspace_id, attribute_id, pii_category_id) references pii_attributes (workspace_id, id, pii_category_id)
);
-- Sensitive first; the same order within a category, an application and a purpose. Columns, not expressions of them, so that
-- what a page skips is read from the index alone.
create index data_flow_attributes_order on data_flow_attributes (workspace_id, sensitive desc, pii_category_id, attribute_id, data_flow_id);
create index data_flow_attributes_category on data_flow_attributes (workspace_id, pii_category_id, sensitive desc, attribute_id, data_flow_id);
create index data_flow_attributes_application on data_flow_attributes (workspace_id, application_id, sensitive desc, pii_category_id, attribute_id, data_flow_id);
create index data_flow_attributes_purpose on data_flow_attributes (workspace_id, purpose_id, sensitive desc, pii_category_id, attribute_id, data_flow_id);
create index data_flow_attributes_attribute on data_flow_attributes (workspace_id, attribute_id);

-- With whom a line is shared: other applications of the organisation, third parties of its purpose.
create table data_flow_applications (
  workspace_id uuid not null,
  data_flow_id uuid not null,
  application_id uuid not null,
  primary key (workspace_id, data_flow_id, application_id),
  foreign key (workspace_id, data_flow_id) references data_flows on delete cascade,
  foreign key (workspace_id, application_id) references applications
);
create index data_flow_applications_application on data_flow_applications (workspace_id, application_id);
create table data_flow_third_parties (
  workspace_id uuid not null,
  data_flow_id uuid not null,
  third_party_id uuid not null,
  primary key (workspace_id, data_flow_id, third_party_id),
  foreign key (workspace_id, data_flow_id) references data_flows on delete cascade,
  foreign key (workspace_id, third_party_id) references purpose_third_parties on delete cascade
);
create index data_flow_third_parties_party on data_flow_third_parties (workspace_id, third_party_id);

-- Uses by application, purpose, category and retention: what pivots and totals of the inventory add up.
create table inventory_totals (
  workspace_id uuid not null references workspaces on delete cascade,
  application_id uuid not null,
  purpose_id uuid not null,
  pii_category_id uuid not null,
  retention_days integer not null,
  uses bigint not null,
  sensitive_uses bigint not null,
  primary key (workspace_id, application_id, purpose_id, pii_category_id, retention_days)
);
create index inventory_totals_purpose on inventory_totals (workspace_id, purpose_id);
create index inventory_totals_category on inventory_totals (workspace_id, pii_category_id);

-- The same by category alone: what an inventory without filters is added up from, however large it is.
create table inventory_category_totals (
  workspace_id uuid not null references workspaces on delete cascade,
  pii_category_id uuid not null,
  uses bigint not null,
  sensitive_uses bigint not null,
  primary key (workspace_id, pii_category_id)
);

create function total_inventory() returns trigger language plpgsql as $$
begin
  -- What was added up under the mark of the applications holds while it stays (server/modules/inventory). First of all,
  -- so that two who write in one workspace take turns and never wait for each other's totals.
  update record_totals set changes = changes + 1 where record = 'applications' and workspace_id in (select workspace_id from moved);
  if tg_op = 'INSERT' then
    insert into inventory_category_totals as t (workspace_id, pii_category_id, uses, sensitive_uses)
    select workspace_id, pii_category_id, count(*), count(*) filter (where sensitive) from moved group by 1, 2 order by 1, 2
    on conflict (workspace_id, pii_category_id) do update set uses = t.uses + excluded.uses, sensitive_uses = t.sensitive_uses + excluded.sensitive_uses;
    insert into inventory_totals as t (workspace_id, application_id, purpose_id, pii_category_id, retention_days, uses, sensitive_uses)
    select workspace_id, application_id, purpose_id, pii_category_id, retention_days, count(*), count(*) filter (where sensitive)
      from moved group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (workspace_id, application_id, purpose_id, pii_category_id, retention_days)
    do update set uses = t.uses + excluded.uses, sensitive_uses = t.sensitive_uses + excluded.sensitive_uses;
  else
    update inventory_category_totals t set uses = t.uses - gone.uses, sensitive_uses = t.sensitive_uses - gone.sensitive_uses
      from (select workspace_id, pii_category_id, count(*) as uses, count(*) filter (where sensitive) as sensitive_uses from moved group by 1, 2) gone
     where (t.workspace_id, t.pii_category_id) = (gone.workspace_id, gone.pii_category_id);
    -- No insert here: a deleted workspace takes its totals along in no particular order.
    update inventory_totals t set uses = t.uses - gone.uses, sensitive_uses = t.sensitive_uses - gone.sensitive_uses
      from (select workspace_id, application_id, purpose_id, pii_category_id, retention_days, count(*) as uses, count(*) filter (where sensitive) as sensitive_uses
              from moved group by 1, 2, 3, 4, 5) gone
     where (t.workspace_id, t.application_id, t.purpose_id, t.pii_category_id, t.retention_days)
         = (gone.workspace_id, gone.application_id, gone.purpose_id, gone.pii_category_id, gone.retention_days);
    delete from inventory_totals t using (select distinct workspace_id, application_id, purpose_id from moved) m
     where t.workspace_id = m.workspace_id and t.application_id = m.application_id and t.purpose_id = m.purpose_id and t.uses = 0;
  end if;
  return null;
end $$;
create trigger total_inserted after insert on data_flow_attributes referencing new table as moved for each statement execute function total_inventory();
create trigger total_deleted after delete on data_flow_attributes referencing old table as moved for each statement execute function total_inventory();

-- Where people put the nodes of the data-flow diagram, for everyone in the workspace.
create table data_flow_positions (
  workspace_id uuid not null references workspaces on delete cascade,
  node text not null check (length(node) <= 100),
  x real not null,
  y real not null,
  primary key (workspace_id, node)
);

-- "data_flow_attributes" has no UPDATE: an attribute's sensitivity is fixed once it is used.
grant select, insert, update, delete on pii_sub_categories, pii_attributes, country_adequacy, data_flows,
  data_flow_applications, data_flow_third_parties, inventory_totals, inventory_category_totals, data_flow_positions to pokpong_app;
grant select, insert, delete on data_flow_attributes to pokpong_app;

call wall('pii_sub_categories');
call wall('pii_attributes');
call wall('country_adequacy');
call wall('data_flows');
call wall('data_flow_attributes');
call wall('data_flow_applications');
call wall('data_flow_third_parties');
call wall('inventory_totals');
call wall('inventory_category_totals');
call wall('data_flow_positions');
