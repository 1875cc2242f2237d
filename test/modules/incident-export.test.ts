import { fork } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as XLSX from '@e965/xlsx';
import { sql } from 'kysely';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { original } from '../../server/platform/exports/neutral.ts';
import { runExport } from '../../server/platform/exports/run.ts';
import { workshop } from '../../server/platform/exports/writing.ts';
import { severityOf } from '../../shared/incident/severity.ts';
import enIncident from '../../shared/locales/en/incident.ts';
import thIncident from '../../shared/locales/th/incident.ts';
import thDocument from '../../shared/locales/th/incidentDocument.ts';
import thLetter from '../../shared/locales/th/incidentLetter.ts';
import {
  buildDataController,
  buildPerson,
  buildServer,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { ended } from '../helpers/exports.ts';
import { holdTable } from '../helpers/pausedTable.ts';
import { buildActivity, buildIncident, type IncidentOverrides, shareReporter } from '../helpers/incidents.ts';
import { textOfPages } from '../helpers/pdfText.ts';
import { refusal } from '../helpers/refusal.ts';
import { sized } from '../size.ts';

let server: TestServer;
let dpo: Person;
let ws: string;
let applicationId: string;
beforeAll(async () => {
  server = await buildServer({}, { jobs: true });
  server.clock.set('2026-11-20T05:00:00Z');
  dpo = await buildPerson(server, { role: 'DPO', name: 'ดีพีโอ สมศรี' });
  ws = dpo.workspaceId;
  const controller = await buildDataController(server, ws, { nameTh: 'โรงพยาบาลทดสอบ', nameEn: 'Test Hospital' });
  applicationId = randomUUIDv7();
  await server.owner
    .insertInto('applications')
    .values({
      workspaceId: ws,
      id: applicationId,
      name: 'ทะเบียนผู้ป่วย',
      description: 'x',
      dataControllerId: controller.id,
    })
    .execute();
});
afterAll(() => server.close());

const call = async (person = dpo) => callerFor(server, person);
const download = (url: string, person = dpo) =>
  server.app.inject({ url, headers: { authorization: `Bearer ${person.token}` } });
type Wanted = {
  kind?: 'incidents' | 'incident-report' | 'incident-authority-form';
  subjectId?: string;
  format: 'pdf' | 'html' | 'csv' | 'xlsx';
  locale?: 'th' | 'en';
  input?: Record<string, unknown>;
};
async function exportOf({ kind = 'incidents', ...more }: Wanted) {
  const item = await ended(server, dpo, (await (await call()).export.start({ ws, kind, ...more })).id);
  expect(item.status, item.errorCode ?? '').toBe('done');
  return { name: item.file!.name, body: await download(item.file!.url) };
}
const html = async (wanted: Omit<Wanted, 'format'>) => (await exportOf({ ...wanted, format: 'html' })).body.body;
const textOf = (page: string) =>
  page
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');
const unsaid = /undefined|\[object|NaN|incident(Document|Letter|Risk|Notification)?:|decision\.|section\./;

/** An incident with every value that a document can contain. */
async function fullIncident(overrides: IncidentOverrides = {}): Promise<string> {
  const { id } = await buildIncident(server, ws, {
    status: 'ACTIVE',
    title: 'ส่งผลตรวจผิดคน <b>&',
    riskLevel: 'HIGH_RISK',
    applicationIds: [applicationId],
    subjectCount: 1234,
    recordCount: 5678,
    cause: 'MISDELIVERY',
    sensitive: true,
    reporterId: dpo.personnelId,
    assigneeId: dpo.personnelId,
    createdAt: '2026-11-18T03:00:00Z',
    discoveredAt: '2026-11-17T03:00:00Z',
    occurredAt: '2026-11-16T03:00:00Z',
    ...overrides,
  });
  await buildActivity(server, ws, id, {
    phase: 'CONTAINMENT',
    detail: 'ระงับบัญชี',
    at: '2026-11-18T04:00:00Z',
    by: dpo.personnelId,
  });
  await buildActivity(server, ws, id, { phase: 'RECOVERY_ACTIVITIES', detail: 'กู้คืนระบบ', at: '2026-11-18T05:00:00Z' });
  const answers = {
    dataKinds: ['sensitive' as const],
    adjustments: ['vulnerable' as const],
    identification: 'significant' as const,
    confidentiality: 'limited' as const,
    integrity: 'none' as const,
    availability: 'none' as const,
    malicious: true,
  };
  const at = new Date('2026-11-18T06:00:00Z');
  await server.owner
    .insertInto('incidentDecisions')
    .values([
      {
        workspaceId: ws,
        id: randomUUIDv7(),
        incidentId: id,
        riskLevel: 'HIGH_RISK',
        description: 'ข้อมูลสุขภาพ',
        factors: '[]',
        severity: JSON.stringify({ answers, working: severityOf(answers) }),
        by: dpo.personnelId,
        at,
      },
      {
        workspaceId: ws,
        id: randomUUIDv7(),
        incidentId: id,
        riskLevel: 'NO_RISK',
        description: 'เดิมคิดว่าไม่เสี่ยง',
        factors: JSON.stringify([{ factor: 'protection', finding: 'เข้ารหัสไว้' }]),
        severity: null,
        by: dpo.personnelId,
        at: new Date('2026-11-18T05:30:00Z'),
      },
    ])
    .execute();
  await server.owner
    .insertInto('incidentMoves')
    .values({
      workspaceId: ws,
      id: randomUUIDv7(),
      incidentId: id,
      action: 'accept',
      fromStatus: 'PENDING',
      toStatus: 'ACTIVE',
      reason: '',
      by: dpo.personnelId,
      at,
    })
    .execute();
  return id;
}
const notify = async (id: string) => {
  const now = server.deps.now().toISOString();
  await (
    await call()
  ).incidentNotification.create({
    ws,
    id,
    recipientGroup: 'DATA_PROTECTION_AUTHORITY',
    channel: 'OTHER',
    message: 'แจ้งทางระบบ',
    recipients: [{ name: 'สำนักงาน สคส.' }],
    notifiedAt: now,
    lateReason: 'ตรวจสอบอยู่นาน',
  });
};

describe('the authority’s form', () => {
  it('contains everything that the law requires, in both languages', async () => {
    const id = await fullIncident();
    const th = textOf(await html({ kind: 'incident-authority-form', subjectId: id, locale: 'th' }));
    for (const part of [
      'แบบแจ้งเหตุการละเมิดข้อมูลส่วนบุคคล',
      'มาตรา 37(4)',
      'โรงพยาบาลทดสอบ',
      'ดีพีโอ สมศรี',
      dpo.email,
      'ส่งผลตรวจผิดคน <b>&',
      '1,234 ราย',
      '5,678 รายการ',
      'ทะเบียนผู้ป่วย',
      'ระงับบัญชี',
      '16 พฤศจิกายน 2569',
      '21 พฤศจิกายน 2569',
      'รายงานครั้งแรก',
      'ยังไม่เคยแจ้ง',
      'ลงชื่อผู้แจ้ง',
    ])
      expect(th).toContain(part);
    expect(th).not.toMatch(unsaid);
    const en = textOf(await html({ kind: 'incident-authority-form', subjectId: id, locale: 'en' }));
    for (const part of [
      'Notification of a personal data breach',
      'section 37(4)',
      'Test Hospital',
      'ดีพีโอ สมศรี',
      '1,234 people',
      '16 November 2026',
      'None yet',
    ])
      expect(en).toContain(part);
    expect(en).not.toMatch(unsaid);
  });

  it('includes the reason for a delay and the previous reports, and is then a supplement', async () => {
    const id = await fullIncident({
      createdAt: '2026-11-01T00:00:00Z',
      discoveredAt: '2026-10-31T00:00:00Z',
      occurredAt: '2026-10-30T00:00:00Z',
    });
    const before = textOf(await html({ kind: 'incident-authority-form', subjectId: id, locale: 'th' }));
    expect(before).toMatch(/เกินกำหนด/);
    await notify(id);
    const after = textOf(await html({ kind: 'incident-authority-form', subjectId: id, locale: 'th' }));
    for (const part of ['รายงานเพิ่มเติม', 'ตรวจสอบอยู่นาน', 'สำนักงาน สคส.', 'แจ้งล่าช้า']) expect(after).toContain(part);
    expect(
      textOf(await html({ kind: 'incident-authority-form', subjectId: id, locale: 'th', input: { report: 'FIRST' } })),
    ).toContain('รายงานครั้งแรก');
    expect(
      await refusal(
        (await call()).export.start({
          ws,
          kind: 'incident-authority-form',
          format: 'pdf',
          subjectId: id,
          input: { report: 'OTHER' },
        }),
      ),
    ).toMatchObject({ status: 'BAD_REQUEST', fields: ['input.report'] });
  });

  it('is a PDF with the same text', async () => {
    const id = await fullIncident();
    const { body, name } = await exportOf({
      kind: 'incident-authority-form',
      subjectId: id,
      format: 'pdf',
      locale: 'th',
    });
    expect(name).toMatch(/^แบบแจ้งเหตุต่อ สคส\. ส่งผลตรวจผิดคน.*\.pdf$/);
    expect(body.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const text = textOfPages(body.rawPayload).join(' ').replace(/\s+/g, '');
    for (const part of ['โรงพยาบาลทดสอบ', 'ดีพีโอสมศรี', '1,234ราย', '16พฤศจิกายน2569', 'ส่งผลตรวจผิดคน<b>&'])
      expect(text).toContain(part);
  });

  it('states of data subjects what the risk asks for, and how many were reached', async () => {
    const form = async (id: string) =>
      textOf(await html({ kind: 'incident-authority-form', subjectId: id, locale: 'th' }));
    const state = `${thDocument.form.subjects} `;
    const [possible, undecided, high] = await Promise.all(
      ([['POSSIBLE_RISK'], [null], ['HIGH_RISK']] as const).map(([riskLevel]) =>
        buildIncident(server, ws, { status: 'ACTIVE', riskLevel }),
      ),
    );
    expect(await form(possible!.id)).toContain(`${state}ไม่ต้องแจ้ง`);
    expect(await form(undecided!.id)).toContain(`${state}${thIncident.undecided}`);
    expect(await form(high!.id)).toContain(`${state}ยังไม่ได้แจ้ง`);
    const created = await (
      await call()
    ).incidentNotification.create({
      ws,
      id: high!.id,
      recipientGroup: 'DATA_SUBJECT',
      channel: 'EMAIL',
      subject: 'แจ้งเหตุ',
      message: 'ข้อมูลของท่านรั่วไหล',
      recipients: ['a', 'b'].map((name) => ({ name, email: `${name}@form.example`, phone: '' })),
    });
    await server.owner
      .updateTable('mailDeliveries')
      .set((eb) => ({
        state: eb.case().when('position', '=', 0).then('sent').else('failed').end(),
        settledAt: new Date(),
      }))
      .where('batchId', '=', created.id)
      .execute();
    await server.owner.updateTable('incidents').set({ subjectsNotifiedAt: null }).where('id', '=', high!.id).execute();
    expect(await form(high!.id)).toContain(`${state}ยังไม่ได้แจ้ง (ส่งอีเมลออกแล้ว 1 จาก 2 ราย)`);
  });

  it('says of a DPO only that none is recorded, and gives no reason for a delay that there is not', async () => {
    const asker = await buildPerson(server, { role: 'Admin' });
    const { id } = await buildIncident(server, asker.workspaceId, { status: 'ACTIVE' });
    await server.owner.updateTable('incidents').set({ lateReason: 'พิมพ์วันผิด' }).where('id', '=', id).execute();
    const started = await (
      await call(asker)
    ).export.start({
      ws: asker.workspaceId,
      kind: 'incident-authority-form',
      format: 'html',
      subjectId: id,
      locale: 'th',
    });
    const { file } = await ended(server, asker, started.id);
    const text = textOf((await download(file!.url, asker)).body);
    expect(text).toContain('ไม่มีชื่อในพื้นที่ทำงานนี้');
    expect(text).not.toContain('พิมพ์วันผิด');
    const list = async () => (await call(asker)).incidentNotification.list({ ws: asker.workspaceId, id });
    expect((await list()).hasOfficer).toBe(false);
    await buildPerson(server, { workspaceId: asker.workspaceId, role: 'DPO' });
    expect((await list()).hasOfficer).toBe(true);
  });

  it('states for unknown values that they are unknown', async () => {
    const { id } = await buildIncident(server, ws, { status: 'ACTIVE', bare: true, breachKinds: [], sensitive: null });
    expect(textOf(await html({ kind: 'incident-authority-form', subjectId: id, locale: 'th' }))).toContain(
      `${thLetter.label.sensitive} ${thLetter.unknown}`,
    );
    for (const locale of ['th', 'en'] as const) {
      const text = textOf(await html({ kind: 'incident-authority-form', subjectId: id, locale }));
      expect(text).toContain(locale === 'th' ? 'ยังไม่ทราบจำนวน' : 'number not yet known');
      expect(text).not.toMatch(unsaid);
    }
  });
});

describe('the report of an incident', () => {
  it('is the complete dossier', async () => {
    const id = await fullIncident();
    await notify(id);
    for (const locale of ['th', 'en'] as const) {
      const text = textOf(await html({ kind: 'incident-report', subjectId: id, locale }));
      const both = [
        'ระงับบัญชี',
        'กู้คืนระบบ',
        'ข้อมูลสุขภาพ',
        'เดิมคิดว่าไม่เสี่ยง',
        'เข้ารหัสไว้',
        '4 × 0.75 + 0.75 = 3.75',
        'สมหญิง รายงานเหตุ',
        'สำนักงาน สคส.',
        'แจ้งทางระบบ',
      ];
      const own =
        locale === 'th'
          ? ['17 พฤศจิกายน 2569', '18 พฤศจิกายน 2569', 'การนับอีกแบบ', 'ครบกำหนดก่อน', 'แจ้งล่าช้า', 'รับเรื่อง']
          : ['17 November 2026', '18 November 2026', 'Other way to count', 'due first', 'notified late'];
      for (const part of [...both, ...own]) expect(text, locale).toContain(part);
      expect(text).not.toMatch(unsaid);
    }
    const { body } = await exportOf({ kind: 'incident-report', subjectId: id, format: 'pdf', locale: 'th' });
    expect(textOfPages(body.rawPayload).join(' ').replace(/\s+/g, '')).toContain('4×0.75+0.75=3.75');
  });

  it('states no duty towards data subjects before the risk is assessed', async () => {
    const { id } = await buildIncident(server, ws, { status: 'PENDING', riskLevel: null });
    const text = textOf(await html({ kind: 'incident-report', subjectId: id, locale: 'th' }));
    expect(text).toContain(`${thDocument.column.subjectsNotifiedAt} ${thIncident.undecided}`);
  });

  it('of somebody else’s incident, or for somebody else, does not exist', async () => {
    const id = await fullIncident();
    const stranger = await buildPerson(server, { role: 'DPO' });
    expect(
      await refusal(
        (await call(stranger)).export.start({
          ws: stranger.workspaceId,
          kind: 'incident-report',
          format: 'pdf',
          subjectId: id,
        }),
      ),
    ).toMatchObject({ status: 'NOT_FOUND' });
    for (const role of ['Staff', 'Top Management'] as const) {
      const person = await buildPerson(server, { workspaceId: ws, role });
      for (const kind of ['incident-report', 'incident-authority-form', 'incidents'] as const) {
        expect(
          await refusal(
            (await call(person)).export.start({
              ws,
              kind,
              format: kind === 'incidents' ? 'csv' : 'pdf',
              ...(kind === 'incidents' ? {} : { subjectId: id }),
            }),
          ),
          `${role} ${kind}`,
        ).toMatchObject({ status: 'FORBIDDEN' });
      }
    }
  });
});

describe('the register', () => {
  const rowsOf = (text: string) => Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: true }).data;
  const table = async (more: Partial<Wanted> = {}) => {
    const [head, ...rows] = rowsOf((await exportOf({ format: 'csv', locale: 'th', ...more })).body.body);
    return {
      head: head!,
      rows: rows.map((row) => Object.fromEntries(head!.map((name, place) => [name, original(row[place]!)]))),
      cells: rows.flat(),
    };
  };

  it('contains every incident in the words of the language, and nothing that a spreadsheet would execute', async () => {
    const evil = await buildIncident(server, ws, {
      title: '=HYPERLINK("https://evil.example")',
      reporter: { firstName: '+cmd', lastName: '@SUM(1)', phone: '0812345678', email: 'reporter@sheet.example' },
      affectedSystems: '-2+3',
      status: 'PENDING',
    });
    const rejected = await buildIncident(server, ws, { status: 'REJECTED' });
    const id = await fullIncident({ title: 'เหตุในทะเบียน' });
    const { number } = await server.owner
      .selectFrom('incidents')
      .select('number')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { head, rows, cells } = await table();
    expect(new Set(head).size).toBe(head.length);
    expect(head.join()).not.toMatch(unsaid);
    for (const cell of cells) expect(cell).not.toMatch(/^[=+@]|^-\D/);
    expect(rows.map((row) => Number(row['เลขที่เหตุ']))).toEqual(
      rows.map((row) => Number(row['เลขที่เหตุ'])).toSorted((a, b) => b - a),
    );
    expect(rows.find((row) => row['เลขที่เหตุ'] === String(evil.number))).toMatchObject({
      ชื่อเหตุ: '=HYPERLINK("https://evil.example")',
      ผู้รายงาน: '+cmd @SUM(1)',
    });
    expect(rows.find((row) => row['เลขที่เหตุ'] === String(number))).toMatchObject({
      ชื่อเหตุ: 'เหตุในทะเบียน',
      เกิดเหตุ: '2026-11-16 10:00:00',
      จำนวนเจ้าของข้อมูล: '1234',
      ผู้รับผิดชอบ: 'ดีพีโอ สมศรี',
      'กำหนดแจ้ง สคส.': expect.stringMatching(/กำลังนับ|เกินกำหนด/),
      [thDocument.column.left]: expect.stringMatching(/^-?\d/),
    });
    expect(rows.find((row) => row['เลขที่เหตุ'] === String(rejected.number))).toMatchObject({
      'กำหนดแจ้ง สคส.': thDocument.state.stopped,
      [thDocument.column.left]: '',
    });
    expect(cells.join('\n')).not.toMatch(unsaid);
  });

  it('accepts the filters of the list, by REST too', async () => {
    await buildIncident(server, ws, {
      title: 'ค้นพบได้ไหม',
      status: 'RESOLVED',
      riskLevel: 'NO_RISK',
      cause: 'PHISHING',
    });
    const titles = async (input: Record<string, unknown>) => (await table({ input })).rows.map((row) => row['ชื่อเหตุ']);
    expect(await titles({ cause: 'PHISHING' })).toEqual(['ค้นพบได้ไหม']);
    expect(await titles({ query: 'ค้นพบ' })).toEqual(['ค้นพบได้ไหม']);
    expect(await titles({ clock: 'ENDED', status: 'RESOLVED' })).toEqual(['ค้นพบได้ไหม']);
    expect(await titles({ fromMonth: '2031-01' })).toEqual([]);
    expect(await titles({ applicationId })).not.toContain('ค้นพบได้ไหม');
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/v1/${ws}/exports/incidents`,
      headers: { authorization: `Bearer ${dpo.token}` },
      payload: { format: 'xlsx', locale: 'en', input: { cause: 'PHISHING' } },
    });
    expect(answer.statusCode, answer.body).toBe(201);
    const item = await ended(server, dpo, answer.json<{ id: string }>().id);
    const book = XLSX.read((await download(item.file!.url)).rawPayload);
    const rows = XLSX.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 });
    expect(rows[0]).toEqual(['Personal data breach register']);
    expect(rows.flat()).toContain(`Cause: ${enIncident.cause.PHISHING}`);
    const head = rows.findIndex((row) => row[0] === 'Incident no.');
    expect(rows.slice(head + 1).map((row) => row[1])).toEqual(['ค้นพบได้ไหม']);
  });

  it('has each of many once, page after page', async () => {
    const person = await buildPerson(server, { role: 'Admin' });
    const built = await buildIncident(server, person.workspaceId, { number: 1 });
    await shareReporter(server, { workspaceId: person.workspaceId, id: built.id });
    const columns = [
      'reporter',
      'title',
      'source',
      'status',
      'discovered_at',
      'occurred_at',
      'created_at',
      'updated_at',
    ].join(', ');
    const { sql } = await import('kysely');
    await sql`insert into incidents (workspace_id, id, number, ${sql.raw(columns)}) select workspace_id, gen_random_uuid(), n, ${sql.raw(columns)} from incidents, generate_series(2, 1203) n where id = ${built.id}`.execute(
      server.owner,
    );
    await sql`insert into deadlines (workspace_id, id, kind, subject_id, started_at, due_at) select workspace_id, gen_random_uuid(), 'incident.authority', id, created_at, created_at + interval '72 hours' from incidents where workspace_id = ${person.workspaceId} and id <> ${built.id}`.execute(
      server.owner,
    );
    const started = await (
      await call(person)
    ).export.start({ ws: person.workspaceId, kind: 'incidents', format: 'csv', locale: 'en' });
    const item = await ended(server, person, started.id);
    expect(item).toMatchObject({ status: 'done', done: 1203, total: 1203 });
    const numbers = rowsOf((await download(item.file!.url, person)).body)
      .slice(1)
      .map(([number]) => Number(number));
    expect(numbers).toEqual(Array.from({ length: 1203 }, (_, index) => 1203 - index));
  });
});

describe('the register of many incidents', () => {
  it('continues where it was when its node is killed: every incident once, in order', async () => {
    const quiet = await buildServer();
    try {
      const asker = await buildPerson(quiet, { role: 'DPO' });
      const own = asker.workspaceId;
      const { id: first } = await buildIncident(quiet, own, { status: 'PENDING', title: 'ครั้งที่ 1' });
      await shareReporter(quiet, { workspaceId: own, id: first });
      // Read by pages of 500.
      const total = sized(6_000, 30_000);
      await quiet.owner.transaction().execute(async (trx) => {
        await sql`alter table incidents disable trigger user`.execute(trx);
        await sql`insert into incidents (workspace_id, id, number, title, source, status, reporter, cause, discovered_at, occurred_at, description, created_at, updated_at)
          select workspace_id, uuidv7(), n, 'ครั้งที่ ' || n, source, status, reporter, cause, discovered_at, occurred_at, description, created_at, updated_at from incidents, generate_series(2, ${total}::int) as n where id = ${first}`.execute(
          trx,
        );
        await sql`insert into deadlines (workspace_id, id, kind, subject_id, started_at, due_at, alert_hours)
          select i.workspace_id, uuidv7(), d.kind, i.id, d.started_at, d.due_at, d.alert_hours from incidents i, deadlines d where d.subject_id = ${first} and i.workspace_id = ${own} and i.id <> ${first}`.execute(
          trx,
        );
        await sql`alter table incidents enable trigger user`.execute(trx);
      });
      await sql`analyze incidents, deadlines`.execute(quiet.owner);
      const { id } = await (
        await callerFor(quiet, asker)
      ).export.start({ ws: own, kind: 'incidents', format: 'csv', locale: 'th' });
      const folder = workshop(quiet.deps.config.dataDir);
      // Between two pages, so that the node is killed during the export however fast it is.
      const lock = await holdTable(quiet.databaseUrl, 'incidents');
      const node = fork(
        path.join(import.meta.dirname, '../helpers/exportNodeProcess.ts'),
        [quiet.databaseUrl, quiet.deps.config.dataDir],
        { stdio: 'inherit' },
      );
      try {
        const checkpoint = async () =>
          (await readdir(folder).catch(() => [])).find((name) => name.startsWith(id) && name.endsWith('.checkpoint'));
        const marked = await lock.letUntil(checkpoint);
        node.kill('SIGKILL');
        await once(node, 'exit');
        await lock.release();
        const { position } = JSON.parse(await readFile(path.join(folder, marked), 'utf8')) as {
          position: string;
        };
        const { done, after } = JSON.parse(position) as { done: number; after: number };
        expect(done).toBeGreaterThan(0);
        expect(done).toBeLessThan(total);
        expect(after).toBe(total - done + 1);
        await runExport(quiet.deps, own, id, new AbortController().signal);
        const item = await ended(quiet, asker, id);
        expect(item).toMatchObject({ status: 'done', attempts: 2, done: total, total });
        const { rawPayload } = await quiet.app.inject({
          url: item.file!.url,
          headers: { authorization: `Bearer ${asker.token}` },
        });
        const numbers = Papa.parse<string[]>(rawPayload.toString('utf8'), { skipEmptyLines: true })
          .data.slice(1)
          .map(([one]) => Number(one));
        expect(numbers).toEqual(Array.from({ length: total }, (_, place) => total - place));
      } finally {
        node.kill('SIGKILL');
        await lock.release();
      }
    } finally {
      await quiet.close();
    }
  });
});
