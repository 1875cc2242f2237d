import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Notice } from '../../shared/privacyNotice/schema.ts';
import {
  buildDataController,
  buildPerson,
  buildServer,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { ended } from '../helpers/exports.ts';
import { publishNotice } from '../helpers/notices.ts';
import { refusal } from '../helpers/refusal.ts';

let server: TestServer;
let dpo: Person;
let ws: string;
let published: Notice;
beforeAll(async () => {
  server = await buildServer({}, { jobs: true });
  dpo = await buildPerson(server, { role: 'DPO' });
  ws = dpo.workspaceId;
  const { id: dataControllerId } = await buildDataController(server, ws, { nameTh: 'โรงพยาบาลร่มเย็น' });
  published = await publishNotice(server, dpo, { dataControllerId, name: '=ประกาศสำหรับผู้ป่วย' });
  const { privacyNotice } = await callerFor(server, dpo);
  await privacyNotice.create({ ws, name: 'ประกาศสำหรับพนักงาน', kind: 'employee', dataControllerId });
});
afterAll(() => server.close());

async function rowsOf(input: Record<string, unknown>, locale: 'th' | 'en' = 'en'): Promise<Record<string, string>[]> {
  const { privacyNotice } = await callerFor(server, dpo);
  const { id } = await privacyNotice.startExport({ ws, format: 'csv', locale, input });
  const { file, errorCode } = await ended(server, dpo, id);
  expect(errorCode).toBeNull();
  const { rawPayload } = await server.app.inject({
    url: file!.url,
    headers: { authorization: `Bearer ${dpo.token}` },
  });
  const text = rawPayload.toString().replace(/^\uFEFF/, '');
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}

describe('the register of privacy notices', () => {
  it('contains each with its kind, status, versions, dates, applications and hashes, and no formula', async () => {
    const rows = await rowsOf({});
    expect(rows).toHaveLength(2);
    const { privacyNotice } = await callerFor(server, dpo);
    const version = await privacyNotice.version({ ws, id: published.id, v: 1 });
    const row = rows.find(({ Type }) => Type === 'Customers')!;
    expect(row).toMatchObject({
      Notice: "'=ประกาศสำหรับผู้ป่วย",
      Status: 'Published',
      'Newest version': '1',
      'Live version': '1',
      'Effective from': published.effectiveOn,
      Applications: published.applications.map(({ name }) => name).join('; '),
      'Up to date': 'Matches the RoPA',
      'SHA-256 of the newest version': version.sha256,
      'SHA-256, Thai': version.sha256Th,
      'SHA-256, English': version.sha256En,
    });
    const draft = rows.find(({ Type }) => Type === 'Employees')!;
    expect(draft).toMatchObject({ Status: 'Draft', 'Newest version': '', 'SHA-256, Thai': '', 'Up to date': '' });
  });

  it('is filtered like the list, and marks notices that differ from the register', async () => {
    await server.owner
      .updateTable('privacyNotices')
      .set({ driftedAt: '2026-11-20T05:00:00Z' as never })
      .where('id', '=', published.id)
      .execute();
    const rows = await rowsOf({ drifted: true }, 'th');
    expect(rows.map((row) => [row['ความเป็นปัจจุบัน'], row['ไม่ตรงกับบันทึก RoPA ตั้งแต่']])).toEqual([
      ['ไม่ตรงกับบันทึก', '2026-11-20 12:00:00'],
    ]);
    expect(await rowsOf({ kind: 'employee' })).toHaveLength(1);
    expect(await rowsOf({ status: 'WITHDRAWN' })).toEqual([]);
  });

  it('is refused to users who may not read notices', async () => {
    const staff = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
    const { privacyNotice } = await callerFor(server, staff);
    expect(await refusal(privacyNotice.startExport({ ws, format: 'csv', input: {} }))).toMatchObject({
      status: 'FORBIDDEN',
    });
  });
});
