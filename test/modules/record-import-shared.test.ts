import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { headingOf } from '../../shared/ropa/sheet.ts';
import {
  buildDataController,
  buildPerson,
  buildWorkspace,
  callerFor,
  type Person,
  sharedServer,
  type TestServer,
} from '../factories.ts';
import { api, checked, committed, step, workbook } from '../helpers/recordFiles.ts';

const HEADER = (
  ['applicationName', 'description', 'titleTh', 'descriptionTh', 'lawfulBases', 'internalApplications'] as const
).map((key) => headingOf(key, 'th'));
const row = (application: string, description: string, recipients = ''): string[] => [
  application,
  `คำอธิบาย ${application}`,
  'การตลาด',
  description,
  'สัญญา',
  recipients,
];

let server: TestServer;
let dpo: Person;
let statements = 0;
const { query } = pg.Client.prototype;
beforeAll(async () => {
  // Every statement of every pool is sent by this function of the driver.
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    statements += 1;
    return Reflect.apply(query, this, args);
  } as typeof query;
  server = await sharedServer();
});
afterAll(async () => {
  pg.Client.prototype.query = query;
  await server.close();
});
beforeEach(async () => {
  const { id } = await buildWorkspace(server);
  await buildDataController(server, id);
  dpo = await buildPerson(server, { workspaceId: id, role: 'DPO' });
});

const checkedRows = async (rows: readonly string[][]) =>
  checked(server, dpo, await workbook([HEADER, ...rows]), 'a.xlsx', { addMissing: true });

describe('purposes of one title in an imported record', () => {
  it('are shared where their content is the same, with those of the file and those recorded', async () => {
    const ready = await checkedRows([row('หนึ่ง', 'ส่งข่าว'), row('สอง', 'ส่งข่าว'), row('สาม', 'โทรหา')]);
    expect(ready.problems).toEqual([]);
    expect(ready.summary.purposes).toMatchObject({ created: 2, unchanged: 1 });
    const done = await committed(server, dpo, ready);
    expect(done.summary.purposes).toMatchObject({ created: 2, unchanged: 1 });
    const later = await committed(server, dpo, await checkedRows([row('สี่', 'โทรหา'), row('ห้า', 'พูดคุย')]));
    expect(later.summary.purposes).toMatchObject({ created: 1, unchanged: 1 });
    const call = await callerFor(server, dpo);
    const { collection } = await call.purpose.list({ ws: dpo.workspaceId });
    expect(collection).toHaveLength(3);
  });

  it('take as many statements an application in a long file as in a short one', async () => {
    const counted = async (from: number, until: number): Promise<number> => {
      const numbers = Array.from({ length: until - from }, (_, place) => from + place);
      const ready = await checkedRows(numbers.map((number) => row(`ระบบ ${number}`, `คำอธิบายที่ ${number}`)));
      expect(ready.summary.accepted).toBe(until - from);
      await (await api(server, dpo)).commit({ ws: dpo.workspaceId, id: ready.id, rowVersion: ready.rowVersion });
      const before = statements;
      await step(server, ready, dpo.workspaceId);
      return statements - before;
    };
    const short = await counted(0, 10);
    // Another workspace: purposes that are recorded are read once too.
    const { id } = await buildWorkspace(server);
    await buildDataController(server, id);
    dpo = await buildPerson(server, { workspaceId: id, role: 'DPO' });
    const long = await counted(0, 40);
    expect((long - short) / 30).toBeLessThan(short / 10);
  });

  it('are rejected in every application that sends to a rejected one, over any number of others', async () => {
    const ready = await checkedRows([
      row('ก', 'หนึ่ง', 'ข'),
      row('ข', 'สอง', 'ค'),
      row('ค', 'สาม', 'ง'),
      ['ง', 'คำอธิบาย', 'การตลาด', 'สี่', 'ฐานที่ไม่มี', ''],
      row('จ', 'ห้า'),
    ]);
    expect(ready.summary.accepted).toBe(1);
    expect(
      ready.problems
        .filter(({ key }) => key === 'recordImport:problem.recipientRejected')
        .map(({ row: at, values }) => [at, values?.['name']])
        .toSorted(),
    ).toEqual([
      [2, 'ข'],
      [3, 'ค'],
      [4, 'ง'],
    ]);
  });
});
