import { sql } from 'kysely';
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
import { until } from '../helpers/until.ts';

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

describe('an import that changes a purpose which applications share', () => {
  const line = (application: string, title: string, description: string) =>
    row(application, description).with(2, title);
  /** An import that changes both purposes of the newer application, one of which the older one has too. */
  async function confirmed() {
    const recorded = [line('เก่า', 'ข่าว', 'ส่งข่าว'), line('ใหม่', 'สมาชิก', 'รับสมัคร'), line('ใหม่', 'ข่าว', 'ส่งข่าว')];
    await committed(server, dpo, await checkedRows(recorded));
    const ready = await checkedRows([line('ใหม่', 'สมาชิก', 'ต่ออายุ'), line('ใหม่', 'ข่าว', 'ส่งทุกวัน')]);
    expect(ready.summary.purposes).toMatchObject({ created: 0, changed: 2 });
    await (await api(server, dpo)).commit({ ws: dpo.workspaceId, id: ready.id, rowVersion: ready.rowVersion });
    return ready;
  }
  const stateOf = async ({ id }: RecordImport) => (await api(server, dpo)).get({ ws: dpo.workspaceId, id });

  it('locks their applications in the order in which an edit of that purpose does', async () => {
    const ready = await confirmed();
    const colleague = new pg.Client({ connectionString: server.databaseUrl });
    await colleague.connect();
    try {
      const lock = (name: string) =>
        colleague.query('select from applications where workspace_id = $1 and name = $2 for no key update', [
          dpo.workspaceId,
          name,
        ]);
      await colleague.query(`begin; set local lock_timeout = '5s'; set local deadlock_timeout = '30s'`);
      await lock('เก่า');
      const importing = step(server, ready, dpo.workspaceId);
      const { rows } = await colleague.query<{ pid: number }>('select pg_backend_pid() as pid');
      await until(async () => {
        const waiting =
          await sql`select from pg_stat_activity where ${rows[0]!.pid} = any (pg_blocking_pids(pid))`.execute(
            server.owner,
          );
        return waiting.rows.length > 0;
      }, 'the import to wait');
      await lock('ใหม่');
      await colleague.query('commit');
      await importing;
    } finally {
      await colleague.end();
    }
    expect(await stateOf(ready)).toMatchObject({ status: 'done', summary: { purposes: { changed: 2 } } });
  });

  it('is tried again after a deadlock', async () => {
    const ready = await confirmed();
    await sql`
      create function deadlock() returns trigger language plpgsql as $$
      begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`.execute(server.owner);
    await sql`create trigger deadlock before update on purposes for each row execute function deadlock()`.execute(
      server.owner,
    );
    try {
      await expect(step(server, ready, dpo.workspaceId)).rejects.toThrow('deadlock');
    } finally {
      await sql`drop function deadlock cascade`.execute(server.owner);
    }
    expect(await stateOf(ready)).toMatchObject({ status: 'running', errorCode: null });
    await step(server, ready, dpo.workspaceId);
    expect(await stateOf(ready)).toMatchObject({ status: 'done', summary: { purposes: { changed: 2 } } });
  });
});

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
