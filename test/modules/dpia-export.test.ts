import { randomUUIDv7 } from 'node:crypto';
import * as XLSX from '@e965/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { insert } from '../../server/platform/exports/queries.ts';
import { dpiaDraft, worstCase } from '../../shared/dpia/content.ts';
import { buildPerson, buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { buildApplication } from '../helpers/approvals.ts';
import { ended } from '../helpers/exports.ts';
import { buildPublishedDpia } from '../helpers/publishedDpias.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let people: Record<'dpo' | 'staff' | 'manager', Person>;
let applicationId: string;

beforeAll(async () => {
  server = await buildServer({}, { jobs: true });
  ({ ws, ...people } = await buildTeam(server, { dpo: 'DPO', staff: 'Staff', manager: 'Top Management' }));
  ({ id: applicationId } = await buildApplication(server, ws));
  const { dpia } = await callerFor(server, people.dpo);
  const created = await dpia.create({
    ws,
    applicationId,
    name: '=HYPERLINK("http://evil.example")',
    reason: 'ข้อมูลสุขภาพ',
    criteria: [{ code: 'SENSITIVE_DATA' }, { code: 'LARGE_SCALE' }],
  });
  const { draft, rowVersion } = await dpia.start({ ws, id: created.id });
  const text = (words: string) => [{ id: randomUUIDv7(), text: words }];
  await dpia.update({
    ws,
    id: created.id,
    rowVersion,
    ...dpiaDraft.parse({
      ...draft,
      consultation: {
        internal: [
          { id: randomUUIDv7(), who: { th: 'ฝ่ายไอที', en: 'IT' }, on: '2026-11-02', opinion: { th: 'เห็นด้วย', en: '' } },
        ],
        external: [
          { id: randomUUIDv7(), who: { th: '', en: 'Patients' }, on: null, opinion: { th: '', en: 'Tell us more' } },
        ],
      },
      worstCases: [
        worstCase.parse({
          id: randomUUIDv7(),
          title: { th: 'ฐานข้อมูลรั่ว', en: 'Leaked database' },
          threats: text('เจาะระบบ'),
          initial: { likelihood: 5, impact: 5 },
          residual: { likelihood: 3, impact: 2 },
        }),
        worstCase.parse({ id: randomUUIDv7(), title: { th: 'ข้อมูลหาย', en: '' } }),
      ],
    }),
  });
  await dpia.create({ ws, applicationId, name: 'การประเมินที่สอง', reason: 'เหตุผล', criteria: [], variant: 'OLDER' });
  await buildPublishedDpia(server, {
    ws,
    applicationId,
    plans: [
      { title: 'แผนที่หนึ่ง', responsibleId: people.staff.personnelId, expectedOn: '2026-12-31' },
      { title: 'แผนที่สอง', responsibleId: people.dpo.personnelId, expectedOn: '2026-12-31' },
    ],
  });
});
afterAll(() => server.close());

/** Rows of each sheet below its title, as lists of cells. */
async function sheetsOf(kind: 'dpias' | 'treatment-plans', input: object, more: object = {}, person = people.dpo) {
  const { id } = await (
    await callerFor(server, person)
  ).export.start({ ws, kind, format: 'xlsx', locale: 'th', input: input as never, ...more });
  const { file, errorCode } = await ended(server, person, id);
  expect(errorCode).toBeNull();
  const { rawPayload } = await server.app.inject({
    url: file!.url,
    headers: { authorization: `Bearer ${person.token}` },
  });
  const book = XLSX.read(rawPayload);
  return book.SheetNames.map((name) => {
    const rows = XLSX.utils.sheet_to_json<string[]>(book.Sheets[name]!, { header: 1, blankrows: true });
    return rows.slice(rows.findIndex((row) => row.length === 0) + 1);
  });
}

it('has a line for each assessment, one for each worst case in the words of its scale, and one for each consultation', async () => {
  const [register, worstCases, consultations] = await sheetsOf('dpias', {});
  expect(register!.length).toBe(1 + 3);
  const line = register!.find(([name]) => name!.includes('HYPERLINK'))!;
  expect(line[0]).toBe('\'=HYPERLINK("http://evil.example")');
  expect(line).toContain('สูงมาก');
  expect(worstCases!.filter((row) => row.includes('ฐานข้อมูลรั่ว'))).toHaveLength(1);
  const worst = worstCases!.find((row) => row.includes('ฐานข้อมูลรั่ว'))!;
  expect(worst).toEqual(expect.arrayContaining([25, 6, 'สูงมาก', 'เจาะระบบ']));
  expect(worst.some((cell) => /^5 \S/.test(String(cell)))).toBe(true);
  expect(worstCases!.find((row) => row.includes('ข้อมูลหาย'))).toContain('ยังไม่ประเมิน');
  // In Thai, or in English where that alone is written.
  expect(consultations!.slice(1).map((row) => [row[1], row[2], row[4]])).toEqual([
    ['ภายในองค์กร', 'ฝ่ายไอที', 'เห็นด้วย'],
    ['ภายนอกองค์กร', 'Patients', 'Tell us more'],
  ]);
});

it('follows the filters of the list, in every sheet', async () => {
  const [register, worstCases] = await sheetsOf('dpias', { variant: 'OLDER' });
  expect(register!.slice(1).map(([name]) => name)).toEqual(['การประเมินที่สอง']);
  expect(worstCases!.slice(1)).toEqual([]);
  const [high] = await sheetsOf('dpias', { initialRisk: 'EXTREME' });
  expect(high!.slice(1).every((row) => row.includes('สูงมาก'))).toBe(true);
});

it('of treatment plans contains those that the caller may read', async () => {
  const [plans] = await sheetsOf('treatment-plans', {});
  expect(
    plans!
      .slice(1)
      .map(([title]) => title)
      .toSorted(),
  ).toEqual(['แผนที่สอง', 'แผนที่หนึ่ง'].toSorted());
  const [mine] = await sheetsOf('treatment-plans', { mine: true });
  expect(mine!.slice(1).map(([title]) => title)).toEqual(['แผนที่สอง']);
  const [own] = await sheetsOf('treatment-plans', {}, {}, people.staff);
  expect(own!.slice(1).map(([title]) => title)).toEqual(['แผนที่หนึ่ง']);
});

it('is restricted to users who may export assessments', async () => {
  for (const kind of ['dpias', 'treatment-plans'] as const)
    await expect(
      (await callerFor(server, people.manager)).export.start({ ws, kind, format: 'csv', input: {} } as never),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

it('of the register in DPV contains published assessments, and no draft', async () => {
  const { id } = await (
    await callerFor(server, people.dpo)
  ).export.start({ ws, kind: 'ropa', format: 'ttl', locale: 'th', input: {} });
  const { file, errorCode } = await ended(server, people.dpo, id);
  expect(errorCode).toBeNull();
  const { body } = await server.app.inject({
    url: file!.url,
    headers: { authorization: `Bearer ${people.dpo.token}` },
  });
  const { collection } = await (await callerFor(server, people.dpo)).dpia.list({ ws });
  const stated = collection.filter((one) => body.includes(`<urn:uuid:${one.id}> a dpv:DPIA`));
  expect(stated.map(({ publishedVersion }) => publishedVersion)).toEqual([1]);
  expect(body).not.toContain('ฐานข้อมูลรั่ว');
  expect(body).toContain('แผนที่หนึ่ง');
});

it('of the register that a program asked for contains assessments only if its key may export them too', async () => {
  const admin = await buildPerson(server, { workspaceId: ws, role: 'Admin' });
  const contains = async (scopes?: string[]) => {
    const id = randomUUIDv7();
    await withScope(server.deps.db, { workspaceId: ws }, async (trx) => {
      const row = { workspaceId: ws, id, kind: 'ropa', format: 'ttl', locale: 'th', subjectId: null, subject: '' };
      await insert(trx, { ...row, input: {}, requestedBy: admin.personnelId, scopes, at: server.deps.now() });
      await server.deps.jobs.send(trx, 'export.run', { workspaceId: ws, id }, { key: id });
    });
    const { file } = await ended(server, admin, id);
    const headers = { authorization: `Bearer ${admin.token}` };
    return (await server.app.inject({ url: file!.url, headers })).body.includes(' a dpv:DPIA');
  };
  expect([await contains(), await contains(['ropa.export']), await contains(['ropa.export', 'dpia.export'])]).toEqual([
    true,
    false,
    true,
  ]);
  // The scopes are those of the key that asks.
  const { apiKey } = await callerFor(server, admin);
  const { key } = await apiKey.create({ ws, name: 'BI', scopes: ['ropa.export'], lifetime: '30' });
  const started = await server.app.inject({
    method: 'POST',
    url: `/api/v1/${ws}/applications/${applicationId}/export-ropa`,
    headers: { authorization: `Bearer ${key}` },
    payload: {},
  });
  expect(started.statusCode, started.body).toBe(201);
  const { id } = started.json<{ id: string }>();
  const { scopes } = await server.owner
    .selectFrom('exports')
    .select('scopes')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(scopes).toEqual(['ropa.export']);
  await ended(server, admin, id);
});
