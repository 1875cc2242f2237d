import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentHash } from '../../server/platform/crypto/canonical.ts';
import { buildPerson, buildServer, type Person, signInAgain, type TestServer } from '../factories.ts';
import { bangkokDay } from '../../shared/bangkok.ts';
import { DAY } from '../../shared/duration.ts';
import {
  checkedConsents,
  committedConsents,
  consentApi,
  CSV,
  startedConsents,
  submissionsOf,
} from '../helpers/consentFiles.ts';
import { buildConsentForm, type BuiltForm } from '../helpers/consents.ts';
import { stored, storeFile } from '../helpers/recordFiles.ts';
import { refusal } from '../helpers/refusal.ts';

let server: TestServer;
let dpo: Person;
beforeAll(async () => {
  server = await buildServer();
  dpo = await buildPerson(server, { role: 'DPO' });
});
afterAll(() => server.close());

/** Publishes a form with these of its purposes as its first or next version. */
async function publish(
  form: BuiltForm,
  version: number,
  purposes: readonly number[],
  effectiveFrom: string | null = null,
): Promise<void> {
  const content = { ...form.content, purposes: purposes.map((place) => form.content.purposes[place]!), effectiveFrom };
  const own = { content: JSON.stringify(content), sha256: contentHash(content) };
  if (version === 1)
    await server.owner.updateTable('consentVersions').set(own).where('consentId', '=', form.id).execute();
  else
    await server.owner
      .insertInto('consentVersions')
      .values({ workspaceId: form.workspaceId, id: randomUUIDv7(), consentId: form.id, version, ...own })
      .execute();
  await server.owner.updateTable('consents').set({ publishedVersion: version }).where('id', '=', form.id).execute();
}

describe('an import of consents', () => {
  it('writes what was checked, also where another version of the form is published before it is confirmed', async () => {
    const form = await buildConsentForm(server, dpo, { purposes: 3 });
    await publish(form, 1, [0, 1]);
    const ready = await checkedConsents(server, dpo, form, [
      ['uid', 'date', 'action', 'version', 'purposes'],
      ['V-1', '2025-04-01', 'ALL', '', ''],
      ['V-2', '2025-04-01', '', '', form.content.purposes[1]!.title.th],
      ['V-3', '2025-04-01', '', '2', form.content.purposes[0]!.title.th],
    ]);
    expect(ready.summary).toMatchObject({ accepted: 2, rejected: 1, versions: { 1: 2 }, formVersion: 1 });
    // The next version asks for one more purpose, and no longer for another.
    await publish(form, 2, [0, 2]);
    const done = await committedConsents(server, dpo, ready);
    expect(done).toMatchObject({ status: 'done', summary: { accepted: 2, rejected: 1, versions: { 1: 2 } } });
    expect(
      (await submissionsOf(server, form)).map(({ uid, version, action, granted }) => [uid, version, action, granted]),
    ).toEqual([
      ['V-1', 1, 'ALL', 3],
      ['V-2', 1, 'ACCEPT', 2],
    ]);
    // A file that is checked from now on is of the version that is live now.
    const next = await checkedConsents(server, dpo, form, [
      ['uid', 'date', 'action'],
      ['V-4', '2025-04-01', 'ALL'],
    ]);
    expect(next.summary).toMatchObject({ versions: { 2: 1 }, formVersion: 2 });
  });

  it('reads no row as an answer to a version that has not begun, also once it has begun before the confirmation', async () => {
    const form = await buildConsentForm(server, dpo, { purposes: 2 });
    await publish(form, 1, [0]);
    const tomorrow = bangkokDay(new Date(server.deps.now().getTime() + DAY));
    await publish(form, 2, [0, 1], tomorrow);
    const rows = [
      ['uid', 'date', 'action', 'version'],
      ['B-1', '2025-04-01', 'ALL', ''],
      ['B-2', '2025-04-01', 'ALL', '1'],
      ['B-3', '2025-04-01', 'ALL', '2'],
    ];
    const started = await startedConsents(server, dpo, form, rows);
    expect(started.form).toMatchObject({ publishedVersion: 1, versions: [1] });
    const { id, rowVersion, sheet, mapping } = started;
    const place = { ws: dpo.workspaceId, id, rowVersion, sheet: sheet.sheet, headingRow: sheet.headingRow };
    expect(
      await refusal((await consentApi(server, dpo)).setMapping({ ...place, ...mapping, version: 2 })),
    ).toMatchObject({ status: 'BAD_REQUEST', fields: ['version'] });

    const ready = await checkedConsents(server, dpo, form, rows);
    expect(ready.summary).toMatchObject({ accepted: 2, rejected: 1, versions: { 1: 2 }, formVersion: 1 });
    expect(ready.problems).toEqual([
      {
        row: 4,
        field: 'version',
        key: 'consentImport:problem.notStarted',
        values: { version: 2, day: tomorrow, versions: '1' },
      },
    ]);
    try {
      server.clock.set(new Date(server.deps.now().getTime() + 2 * DAY));
      const signedIn = await signInAgain(server, dpo);
      expect(await committedConsents(server, signedIn, ready)).toMatchObject({
        status: 'done',
        summary: { accepted: 2 },
      });
    } finally {
      server.clock.run();
    }
    expect((await submissionsOf(server, form)).map(({ uid, version }) => [uid, version])).toEqual([
      ['B-1', 1],
      ['B-2', 1],
    ]);
  });

  it('goes into no form none of whose versions has begun', async () => {
    const form = await buildConsentForm(server, dpo, { purposes: 1 });
    await publish(form, 1, [0], bangkokDay(new Date(server.deps.now().getTime() + DAY)));
    const api = await consentApi(server, dpo);
    const ws = dpo.workspaceId;
    expect((await api.forms({ ws, query: form.name })).collection).toEqual([]);
    const fileId = await storeFile(server, dpo, Buffer.from('uid,date\nA,2025-01-01'), 'consents.csv', CSV);
    expect(await refusal(api.create({ ws, form: form.id, fileId }))).toMatchObject({
      code: 'consentImport.unpublished',
    });
  });

  it('returns rejected rows with every letter that their cells have, also those that end a line elsewhere', async () => {
    const form = await buildConsentForm(server, dpo, { purposes: 1 });
    const name = 'บรรทัด\u2028หนึ่ง\u2029สอง';
    const ready = await checkedConsents(server, dpo, form, [
      ['uid', 'name', 'date', 'action'],
      ['L-1', name, '01/02/68', 'ALL'],
      ['L-2', '', '2025-04-01', 'ALL'],
    ]);
    expect(ready).toMatchObject({ status: 'checked', summary: { accepted: 1, rejected: 1 } });
    expect((await stored(server, dpo, ready.rejects!.id))[1]?.slice(0, 2)).toEqual(['L-1', name]);
  });

  it('of a month without a partition goes on beside a backup, and lets submissions through', async () => {
    const form = await buildConsentForm(server, dpo, { purposes: 1 });
    const ready = await checkedConsents(server, dpo, form, [
      ['uid', 'date', 'action'],
      ['M-1', '2015-02-10', 'ALL'],
      ['M-2', '2015-05-10', 'ALL'],
    ]);
    await server.owner.transaction().execute(async (backup) => {
      await sql`lock table user_consents, user_consents_other in access share mode`.execute(backup);
      const signedIn = await signInAgain(server, dpo);
      expect(await committedConsents(server, signedIn, ready)).toMatchObject({
        status: 'done',
        summary: { accepted: 2 },
      });
    });
    const { rows } = await sql<{ month: string }>`
      select tableoid::regclass::text as month from user_consents where consent_id = ${form.id}`.execute(server.owner);
    expect(rows.map(({ month }) => month)).toEqual(['user_consents_other', 'user_consents_other']);
    expect(await submissionsOf(server, form)).toHaveLength(2);
  });
});
