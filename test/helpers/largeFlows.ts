import { type Kysely, sql } from 'kysely';
import type { DB, Db } from '../../db/client.ts';

export interface LargeFlows {
  subjects: number;
  channels: number;
  applications: number;
  purposes: number;
  storages: number;
  /** Third parties of a purpose each; `parties` names among them all. */
  parties: number;
  lines: number;
  /** Attributes of each line, of which one in eight is sensitive. */
  attributes: number;
}

/** About 2,000 nodes and 5,000 edges: as much as the diagram promises to draw smoothly. */
export const DRAWN: LargeFlows = {
  subjects: 60,
  channels: 40,
  applications: 420,
  purposes: 900,
  storages: 100,
  parties: 480,
  lines: 1200,
  attributes: 4,
};
/** A million uses of attributes in a hundred thousand lines. */
export const MILLION: LargeFlows = {
  subjects: 60,
  channels: 40,
  applications: 400,
  purposes: 1200,
  storages: 80,
  parties: 300,
  lines: 100_000,
  attributes: 10,
};

/**
 * Data mappings of such a size, written by the database itself past the walls; the same at every run but for the ids.
 */
export function fillFlows(db: Db, ws: string, size: LargeFlows): Promise<void> {
  // Temporary tables are of one connection.
  return db.connection().execute((owner) => fill(owner, ws, size));
}

async function fill(owner: Kysely<DB>, ws: string, size: LargeFlows): Promise<void> {
  await sql`set statement_timeout = 0`.execute(owner);
  const { subjects, channels, applications, purposes, storages, parties, lines, attributes } = size;
  const words = [
    ['dataSubjectGroup', 'กลุ่มเจ้าของข้อมูล', subjects],
    ['collectionChannel', 'ช่องทางรับข้อมูล', channels],
    ['storageSystem', 'ระบบจัดเก็บข้อมูล', storages],
  ] as const;
  for (const [kind, name, count] of words) {
    await sql`insert into catalogue_items (workspace_id, id, kind, name_th, name_en) select ${ws}::uuid, uuidv7(), ${kind}, ${name} || ' ' || n, ${kind} || ' ' || n from generate_series(1, ${count}::int) n`.execute(
      owner,
    );
  }
  await sql`insert into applications (workspace_id, id, name, description, data_controller_id) select ${ws}::uuid, uuidv7(), (array['ระบบเวชระเบียนผู้ป่วย', 'ระบบบริหารทรัพยากรบุคคล', 'ระบบสมาชิกและสะสมคะแนน', 'ศูนย์บริการลูกค้า', 'CRM'])[1 + n % 5] || ' ' || n, 'คำอธิบาย', (select id from data_controllers where workspace_id = ${ws}::uuid limit 1) from generate_series(1, ${applications}::int) n`.execute(
    owner,
  );
  await sql`insert into purposes (workspace_id, id, title_th, title_en, description_th, description_en, third_party_disclosure, internal_sharing) select ${ws}::uuid, uuidv7(), (array['นัดหมายและให้บริการรักษา', 'จ่ายเงินเดือนและสวัสดิการ', 'ส่งข่าวสารและสิทธิประโยชน์', 'ปฏิบัติตามกฎหมายภาษี', 'วิเคราะห์และพัฒนาบริการ'])[1 + n % 5] || ' ' || n, 'Purpose ' || n, '', '', true, true from generate_series(1, ${purposes}::int) n`.execute(
    owner,
  );
  await sql`
    insert into purpose_third_parties (workspace_id, id, purpose_id, name, countries, contract, position)
    select ${ws}::uuid, uuidv7(), p.id, 'คู่ค้าและผู้ให้บริการ ' || party, array[(array['TH', 'TH', 'SG', 'US', 'JP', 'IE', 'TH', 'MY'])[1 + party % 8]], 'สัญญา', k
      from (select id, row_number() over (order by id) as n from purposes where workspace_id = ${ws}::uuid) p, generate_series(0, 1) k, lateral (select (p.n * 7 + k * 131) % ${parties}::int as party)`.execute(
    owner,
  );
  await sql`insert into pii_attributes (workspace_id, id, pii_category_id, name_th, sensitive) select ${ws}::uuid, uuidv7(), c.id, 'รายการข้อมูลทดสอบ ' || k, k % 8 = 0 from (select id from pii_categories where workspace_id = ${ws}::uuid order by id limit 6) c, generate_series(1, 32) k`.execute(
    owner,
  );
  // Numbers spread without chance: primes that share nothing with the sizes.
  await sql`
    create temporary table made_lines as
    select uuidv7() as id, n, a.id as a, p.id as p, g.id as g, c.id as c, case when n % 9 > 0 then s.id end as s
      from generate_series(1, ${lines}::int) n
      join (select id, row_number() over (order by id) - 1 as at from applications where workspace_id = ${ws}::uuid) a on a.at = (n * 37) % ${applications}::int
      join (select id, row_number() over (order by id) - 1 as at from purposes where workspace_id = ${ws}::uuid) p on p.at = (n + n / ${purposes}::int * 17) % ${purposes}::int
      join (select id, row_number() over (order by id) - 1 as at from catalogue_items where workspace_id = ${ws}::uuid and kind = 'dataSubjectGroup' and name_th like 'กลุ่มเจ้าของข้อมูล %') g on g.at = (n * 13 + n / 97) % ${subjects}::int
      join (select id, row_number() over (order by id) - 1 as at from catalogue_items where workspace_id = ${ws}::uuid and kind = 'collectionChannel' and name_th like 'ช่องทางรับข้อมูล %') c on c.at = (n * 7 + n / 53) % ${channels}::int
      join (select id, row_number() over (order by id) - 1 as at from catalogue_items where workspace_id = ${ws}::uuid and kind = 'storageSystem' and name_th like 'ระบบจัดเก็บข้อมูล %') s on s.at = (n * 11 + n / 31) % ${storages}::int`.execute(
    owner,
  );
  await sql`insert into application_purposes (workspace_id, application_id, purpose_id, position) select distinct on (a, p) ${ws}::uuid, a, p, n from made_lines`.execute(
    owner,
  );
  await sql`
    create temporary table made_uses as
    select l.id, l.a, l.p, t.id as attribute, t.pii_category_id as category, t.sensitive
      from made_lines l, generate_series(0, ${attributes}::int - 1) k
      join (select id, pii_category_id, sensitive, row_number() over (order by id) - 1 as at from pii_attributes where workspace_id = ${ws}::uuid and name_th like 'รายการข้อมูลทดสอบ %') t on true
     where t.at = (l.n * 5 + k * 19) % 192`.execute(owner);
  await sql`
    insert into data_flows (workspace_id, id, application_id, purpose_id, position, data_subject_group_id, channel_id, storage_system_id, uses, sensitive_uses)
    select ${ws}::uuid, l.id, l.a, l.p, l.n, l.g, l.c, l.s, u.uses, u.sensitive from made_lines l join (select id, count(*) as uses, count(*) filter (where sensitive) as sensitive from made_uses group by id) u using (id)`.execute(
    owner,
  );
  await sql`insert into data_flow_attributes (workspace_id, data_flow_id, attribute_id, application_id, purpose_id, pii_category_id, sensitive, retention_days) select ${ws}::uuid, id, attribute, a, p, category, sensitive, 0 from made_uses`.execute(
    owner,
  );
  await sql`insert into data_flow_third_parties (workspace_id, data_flow_id, third_party_id) select ${ws}::uuid, l.id, t.id from made_lines l join purpose_third_parties t on t.workspace_id = ${ws}::uuid and t.purpose_id = l.p and t.position = l.n % 2 where l.n % 8 > 0`.execute(
    owner,
  );
  await sql`insert into data_flow_applications (workspace_id, data_flow_id, application_id) select ${ws}::uuid, l.id, a.id from made_lines l join (select id, row_number() over (order by id) - 1 as at from applications where workspace_id = ${ws}::uuid) a on a.at = l.n % 40 where l.n % 12 = 0 and a.id <> l.a`.execute(
    owner,
  );
  await sql`drop table made_lines, made_uses`.execute(owner);
  await sql`vacuum analyze`.execute(owner);
  await sql`reset statement_timeout`.execute(owner);
}
