// A large inventory, created by set-based SQL without row-level security: for benches that read it.
import type pg from 'pg';

const CATEGORIES = 24;
const ATTRIBUTES = 20;
/** Lines of each application, and attributes of each line. */
const LINES = 25;
const USES = 20;

export interface InventorySize {
  /** Each has 25 lines with 20 attributes. */
  applications: number;
  /** Each application has five of them. */
  purposes: number;
}

/**
 * Fills a workspace that has its catalogue and a data controller: 24 categories of 20 attributes, every sixth
 * sensitive; two categories are in every line, four depend on the purpose; one line in five has a longer retention
 * period than its purpose.
 * @returns the number of uses
 */
export async function fillInventory(
  plain: pg.Client,
  workspaceId: string,
  { applications, purposes }: InventorySize,
): Promise<number> {
  const ws = `'${workspaceId}'::uuid`;
  await plain.query(`
    drop table if exists app, pur, att, line;

    insert into pii_categories (workspace_id, id, name_th, name_en, sensitive)
    select ${ws}, uuidv7(), 'กลุ่มข้อมูล ' || n, 'Data group ' || n, n % 6 = 5 from generate_series(0, ${CATEGORIES - 1}) n;
    insert into pii_attributes (workspace_id, id, pii_category_id, name_th, name_en, sensitive)
    select c.workspace_id, uuidv7(), c.id, 'รายการ ' || n || ' ของ' || c.name_th, 'Attribute ' || n || ' of ' || c.name_en, c.sensitive
    from pii_categories c, generate_series(0, ${ATTRIBUTES - 1}) n where c.workspace_id = ${ws} and c.name_en like 'Data group %';

    insert into applications (workspace_id, id, name, description, data_controller_id)
    select ${ws}, uuidv7(), words[1 + n % cardinality(words)] || ' ' || n, 'ระบบงาน', (select id from data_controllers where workspace_id = ${ws} limit 1)
    from generate_series(0, ${applications - 1}) n,
      (select array['เวชระเบียน', 'นัดหมายผู้ป่วย', 'เงินเดือนพนักงาน', 'สรรหาบุคลากร', 'กล้องวงจรปิด', 'ร้านยา', 'ห้องปฏิบัติการ', 'การตลาด', 'ประกันสุขภาพ', 'จัดซื้อ', 'บริจาคโลหิต'] as words) w;
    insert into purposes (workspace_id, id, title_th, title_en, description_th, description_en, lawful_bases, retention_indefinite, retention_amount, retention_unit, third_party_disclosure, internal_sharing)
    select ${ws}, uuidv7(), 'วัตถุประสงค์ที่ ' || n, 'Purpose ' || n, '', '',
      case when n % 20 = 19 then '{}' when n % 3 = 0 then array[bases[1 + n % 7], bases[1 + (n + 2) % 7]] else array[bases[1 + n % 7]] end,
      n % 10 = 9, case when n % 10 < 8 then 1 + n % 13 end, case when n % 10 < 8 then 'year' end, n % 2 = 0, n % 4 = 0
    from generate_series(0, ${purposes - 1}) n,
      (select array['consent', 'contract', 'legalObligation', 'vitalInterest', 'publicTask', 'legitimateInterest', 'research'] as bases) b;

    create temp table app as select id, (row_number() over (order by id) - 1)::int as n from applications where workspace_id = ${ws} and description = 'ระบบงาน';
    create temp table pur as select id, (row_number() over (order by id) - 1)::int as n from purposes where workspace_id = ${ws} and title_en like 'Purpose %';
    create temp table att as
      select a.id, a.pii_category_id, a.sensitive, (dense_rank() over (order by c.id) - 1)::int as c, (row_number() over (partition by c.id order by a.id) - 1)::int as k
      from pii_attributes a join pii_categories c on c.workspace_id = a.workspace_id and c.id = a.pii_category_id where a.workspace_id = ${ws} and c.name_en like 'Data group %';
    analyze app, pur, att;

    insert into application_purposes (workspace_id, application_id, purpose_id, position)
    select ${ws}, app.id, pur.id, i from app, generate_series(0, 4) i, pur where pur.n = (app.n * 7 + i * 61) % ${purposes};
    insert into purpose_third_parties (workspace_id, id, purpose_id, name, countries, contract, contract_expires_on, safeguard, position)
    select ${ws}, uuidv7(), pur.id, 'บริษัท ' || (pur.n * 2 + i), array[(array['TH', 'TH', 'SG', 'US', 'DE', 'JP'])[1 + (pur.n + i) % 6]],
      case when pur.n % 7 = 0 then '' else 'สัญญา ' || pur.n end, case when pur.n % 3 = 0 then date '2026-01-01' + pur.n end, case when pur.n % 5 = 0 then 'standardClauses' end, i
    from pur, generate_series(0, 1) i where pur.n % 2 = 0;
    insert into purpose_internal_applications (workspace_id, purpose_id, application_id)
    select distinct ${ws}, pur.id, app.id from pur, app where pur.n % 4 = 0 and app.n in ((pur.n * 3) % ${applications}, (pur.n * 5 + 1) % ${applications});

    create temp table line as
      select uuidv7() as id, app.id as application_id, link.purpose_id, pur.n as p, app.n as a, i, case when i / 5 = 4 then 3650 else 0 end as days
      from app cross join generate_series(0, ${LINES - 1}) i
      join application_purposes link on link.workspace_id = ${ws} and link.application_id = app.id and link.position = i % 5
      join pur on pur.id = link.purpose_id order by app.id, i;
    insert into data_flows (workspace_id, id, application_id, purpose_id, position, data_subject_group_id, channel_id, storage_system_id, retention_days, retention_amount, retention_unit, uses, sensitive_uses)
    select ${ws}, line.id, application_id, purpose_id, i, who.id, how.id, stored.id, days, case when days > 0 then 10 end, case when days > 0 then 'year' end, ${USES}, 0
    from line, (select id from catalogue_items where workspace_id = ${ws} and kind = 'dataSubjectGroup' limit 1) who,
      (select id from catalogue_items where workspace_id = ${ws} and kind = 'collectionChannel' limit 1) how, (select id from catalogue_items where workspace_id = ${ws} and kind = 'storageSystem' limit 1) stored;
    analyze line;
    insert into data_flow_attributes (workspace_id, data_flow_id, attribute_id, application_id, purpose_id, pii_category_id, sensitive, retention_days)
    select ${ws}, line.id, att.id, line.application_id, line.purpose_id, att.pii_category_id, att.sensitive, line.days
    from line cross join generate_series(0, ${USES - 1}) u
    join att on att.c = case when u < 4 then 0 when u < 8 then 1 else 2 + (line.p * 5 + (u - 8) / 3 * 5) % ${CATEGORIES - 2} end
      and att.k = case when u < 8 then (line.a + line.i + u % 4 * 5) % ${ATTRIBUTES} else (line.i * 3 + line.a + (u - 8) % 3 * 4) % ${ATTRIBUTES} end;
    insert into data_flow_third_parties (workspace_id, data_flow_id, third_party_id)
    select ${ws}, line.id, party.id from line join purpose_third_parties party on party.workspace_id = ${ws} and party.purpose_id = line.purpose_id;
    insert into data_flow_applications (workspace_id, data_flow_id, application_id)
    select ${ws}, line.id, link.application_id from line join purpose_internal_applications link on link.workspace_id = ${ws} and link.purpose_id = line.purpose_id where link.application_id <> line.application_id;
    drop table app, pur, att, line;`);
  return applications * LINES * USES;
}
