import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RecordImport } from '../../shared/recordImport/schema.ts';
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

  const problemsOf = (ready: RecordImport) =>
    ready.problems.map(({ row: at, field, key, values }) => [at, field, key, values?.['row']]);
  const purposes = async () => {
    const { purpose } = await callerFor(server, dpo);
    const { collection } = await purpose.list({ ws: dpo.workspaceId });
    const found = await Promise.all(collection.map(({ id }) => purpose.get({ ws: dpo.workspaceId, id })));
    return found.map(({ id, content }) => ({ id, description: content.description.th }));
  };

  it('are changed by one application only where the others state the same: nothing is undone', async () => {
    await committed(server, dpo, await checkedRows([row('หนึ่ง', 'ส่งข่าว'), row('สอง', 'ส่งข่าว')]));
    const edited = await checkedRows([row('หนึ่ง', 'โทรหา'), row('สอง', 'ส่งข่าว')]);
    expect(problemsOf(edited)).toEqual([[3, 'descriptionTh', 'recordImport:problem.differs', 2]]);
    expect((await committed(server, dpo, edited)).summary).toMatchObject({ accepted: 1, rejected: 1 });
    expect(await purposes()).toMatchObject([{ description: 'โทรหา' }]);
    // The edit stands in a later row, and a cell was emptied.
    const later = await checkedRows([row('หนึ่ง', 'โทรหา'), row('สอง', '')]);
    expect(problemsOf(later)).toEqual([[3, 'descriptionTh', 'recordImport:problem.differs', 2]]);
    await committed(server, dpo, later);
    expect(await purposes()).toMatchObject([{ description: 'โทรหา' }]);
    const both = await checkedRows([row('หนึ่ง', 'พูดคุย'), row('สอง', 'พูดคุย')]);
    expect(both.problems).toEqual([]);
    expect((await committed(server, dpo, both)).summary).toMatchObject({ accepted: 2, rejected: 0 });
    expect(await purposes()).toMatchObject([{ description: 'พูดคุย' }]);
    // One that an earlier application of the file starts to share.
    const joined = await checkedRows([row('สาม', 'พูดคุย'), row('หนึ่ง', 'โทรหา')]);
    expect(problemsOf(joined)).toEqual([[3, 'descriptionTh', 'recordImport:problem.differs', 2]]);
  });

  it('are the same by their code too, under any title', async () => {
    await committed(server, dpo, await checkedRows([row('หนึ่ง', 'ส่งข่าว'), row('สอง', 'ส่งข่าว')]));
    const code = (await purposes())[0]!.id;
    const coded = async (...rows: string[][]) =>
      checked(
        server,
        dpo,
        await workbook([[...HEADER, headingOf('purposeCode', 'th')], ...rows.map((cells) => [...cells, code])]),
        'a.xlsx',
      );
    const renamed = (application: string) =>
      row(application, 'ส่งข่าว').map((cell) => (cell === 'การตลาด' ? 'ข่าวสาร' : cell));
    const different = await coded(row('หนึ่ง', 'ส่งข่าว'), renamed('สอง'), row('สาม', 'โทรหา'));
    expect(problemsOf(different)).toEqual([
      [3, 'titleTh', 'recordImport:problem.differs', 2],
      [4, 'descriptionTh', 'recordImport:problem.differs', 2],
    ]);
    const within = await coded(row('หนึ่ง', 'ส่งข่าว'), renamed('หนึ่ง'));
    expect(problemsOf(within)).toEqual([[3, 'titleTh', 'recordImport:problem.differs', 2]]);
    const alike = await coded(row('หนึ่ง', 'โทรหา'), row('สอง', 'โทรหา'), row('สาม', 'โทรหา'));
    expect(alike.problems).toEqual([]);
    await committed(server, dpo, alike);
    expect(await purposes()).toEqual([{ id: code, description: 'โทรหา' }]);
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
