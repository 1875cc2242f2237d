import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { original } from '../../server/platform/exports/neutral.ts';
import { HOSTILE_TEXTS, hostileRecord } from '../helpers/hostileRecord.ts';
import { COLUMNS } from '../../server/platform/files/bytes.ts';
import { readStored } from '../../server/platform/files/service.ts';
import { withScope } from '../../db/client.ts';
import type { RecordImport } from '../../shared/recordImport/schema.ts';
import { headingOf, ROPA_COLUMN_KEYS, type RopaColumn } from '../../shared/ropa/sheet.ts';
import {
  buildOrganization,
  buildPerson,
  buildServer,
  buildWorkspace,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { ended } from '../helpers/exports.ts';
import { api, tableOf, upload, workbook } from '../helpers/recordFiles.ts';
import { until } from '../helpers/until.ts';

const OWN = new Set<RopaColumn>([
  'applicationCode',
  'purposeCode',
  'flowCode',
  'status',
  'version',
  'purposeStatus',
  'purposeVersion',
]);

describe('the record of processing', () => {
  let server: TestServer;
  let organizationId: string;
  beforeAll(async () => {
    server = await buildServer({}, { jobs: true });
    organizationId = (await buildOrganization(server)).id;
  });
  afterAll(() => server.close());

  async function place(): Promise<Person> {
    const { id } = await buildWorkspace(server, { organizationId });
    await buildPerson(server, { workspaceId: id, role: 'Staff', name: 'สมหญิง | "ผู้รับผิดชอบ"' });
    return buildPerson(server, { workspaceId: id, role: 'Admin', name: 'ผู้ส่งออก' });
  }
  async function exported(person: Person, locale: 'th' | 'en'): Promise<Buffer> {
    const { id } = await (
      await callerFor(server, person)
    ).export.start({ ws: person.workspaceId, kind: 'ropa', format: 'xlsx', locale });
    const item = await ended(server, person, id);
    expect(item).toMatchObject({ status: 'done' });
    const file = await withScope(server.deps.db, { workspaceId: person.workspaceId }, (trx) =>
      trx.selectFrom('files').select(COLUMNS).where('id', '=', item.file!.id).executeTakeFirstOrThrow(),
    );
    const pieces: Buffer[] = [];
    for await (const piece of await readStored(server.deps, { ...file, size: Number(file.size) }))
      pieces.push(piece as Buffer);
    return Buffer.concat(pieces);
  }
  const at = (person: Person, id: string, status: string): Promise<RecordImport> =>
    until(async () => {
      const record = await (await api(server, person)).get({ ws: person.workspaceId, id });
      if (record.status === 'failed') throw new Error(`failed: ${record.errorCode}`);
      return record.status === status ? record : null;
    }, status);
  /** Through the routes and jobs of the product, like the screen. */
  async function imported(person: Person, bytes: Buffer, name: string, write: boolean): Promise<RecordImport> {
    const ws = person.workspaceId;
    const own = await api(server, person);
    const answer = await upload(server, person, bytes, name);
    expect(answer.statusCode).toBe(200);
    const { id } = await own.create({ ws, fileId: answer.json<{ id: string }>().id });
    const { sheet, mapping, rowVersion } = await at(person, id, 'ready');
    const set = await own.setMapping({
      ws,
      id,
      rowVersion,
      sheet: sheet.sheet,
      headingRow: sheet.headingRow,
      fields: mapping.fields,
      addMissing: true,
    });
    await own.check({ ws, id, rowVersion: set.rowVersion });
    const checked = await at(person, id, 'checked');
    if (!write) return checked;
    expect(checked.problems).toEqual([]);
    await own.commit({ ws, id, rowVersion: checked.rowVersion });
    return at(person, id, 'done');
  }
  /** Rows of both roles' sheets, without what differs between workspaces. */
  async function cellsOf(bytes: Buffer, locale: 'th' | 'en'): Promise<string[][]> {
    const sheets = await Promise.all([0, 1].map((sheet) => tableOf(bytes, 'xlsx', sheet)));
    return sheets.flatMap((rows) => {
      const first = rows.findIndex((cells) => cells[0] === headingOf('number', locale));
      expect(rows[first]).toEqual(ROPA_COLUMN_KEYS.map((key) => headingOf(key, locale)));
      return rows
        .slice(first + 1)
        .map((cells) => ROPA_COLUMN_KEYS.map((key, index) => (OWN.has(key) ? '' : (cells[index] ?? ''))));
    });
  }

  for (const locale of ['th', 'en'] as const) {
    it(`is exported and imported unchanged, and creates the same record elsewhere (${locale})`, async () => {
      const person = await place();
      await hostileRecord(server, person, locale === 'th' ? 0 : 1);
      const bytes = await exported(person, locale);
      const cells = await cellsOf(bytes, locale);
      // Every text is a separate cell somewhere.
      const originals = new Set(cells.flat().map(original));
      expect(HOSTILE_TEXTS.filter((text) => !originals.has(text))).toEqual([]);

      const versions = () =>
        server.owner
          .selectFrom('applications')
          .select(['id', 'rowVersion', 'status', 'updatedAt'])
          .where('workspaceId', '=', person.workspaceId)
          .orderBy('id')
          .execute();
      const purposes = () =>
        server.owner
          .selectFrom('purposes')
          .select(['id', 'rowVersion', 'status'])
          .where('workspaceId', '=', person.workspaceId)
          .orderBy('id')
          .execute();
      const before = [await versions(), await purposes()];
      const same = await imported(person, bytes, 'record.xlsx', true);
      expect(same.summary).toMatchObject({
        rejected: 0,
        missingCount: 0,
        applications: { created: 0, changed: 0 },
        purposes: { created: 0, changed: 0 },
        lines: { created: 0, changed: 0, removed: 0 },
      });
      expect(same.summary.applications.unchanged).toBe(before[0]!.length);
      expect([await versions(), await purposes()]).toEqual(before);

      const other = await place();
      const done = await imported(other, bytes, 'record.xlsx', true);
      expect(done.summary).toMatchObject({
        rejected: 0,
        applications: { created: before[0]!.length, changed: 0, unchanged: 0 },
        purposes: { created: before[1]!.length },
      });
      expect(await cellsOf(await exported(other, locale), locale)).toEqual(cells);
      // In the other language too: a file in one language is imported in the other.
      const again = await imported(other, await exported(other, locale === 'th' ? 'en' : 'th'), 'record.xlsx', false);
      expect(again.summary).toMatchObject({
        rejected: 0,
        applications: { created: 0, changed: 0 },
        purposes: { created: 0, changed: 0 },
        lines: { created: 0, changed: 0, removed: 0 },
      });
    });
  }

  it('of 30,000 letters in a field is refused by row and column, as in the form', async () => {
    const person = await place();
    const bytes = await workbook([
      [headingOf('applicationName', 'th'), headingOf('description', 'th'), headingOf('dataController', 'th')],
      ['ยาว', 'ที่'.repeat(10_000), 'บริษัท'],
    ]);
    const found = await imported(person, bytes, 'long.xlsx', false);
    expect(found.problems).toContainEqual({ row: 2, field: 'description', key: 'errors:tooLong.long' });
  });
});
