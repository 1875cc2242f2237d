import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { uidHash } from '../../server/modules/userConsent/record.ts';
import { choiceHash, momentHash, duplicateIndex } from '../../server/modules/consentImport/duplicateIndex.ts';
import { buildPerson, buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { type BuiltForm, buildConsentForm, recordChoices } from '../helpers/consents.ts';

let server: TestServer;
let dpo: Person;
let form: BuiltForm;
beforeAll(async () => {
  server = await buildServer();
  dpo = await buildPerson(server, { role: 'DPO' });
  form = await buildConsentForm(server, dpo);
});
afterAll(() => server.close());

const statusOf = async (uid: string, source: string | null = null) => {
  const key = await withScope(server.deps.db, { workspaceId: form.workspaceId }, (trx) =>
    server.deps.keyring.workspaceKey(trx, form.workspaceId),
  );
  const subject = uidHash(key, uid);
  const call =
    source === null
      ? sql`user_consent_statuses(${form.workspaceId}, ${form.id}, ${[subject]}::bytea[])`
      : sql`user_consent_status(${form.workspaceId}, ${form.id}, ${subject}, ${source}, null, false)`;
  const { rows } = await sql<{ action: string; granted: number }>`select action, granted from ${call}`.execute(
    server.deps.db,
  );
  return rows[0];
};

describe('the last choice of a data subject', () => {
  it('is the last one received, even if the clock of its node lags', async () => {
    const at = Date.now();
    await recordChoices(server, form, [{ uid: 'skewed', at: new Date(at) }]);
    await recordChoices(server, form, [{ uid: 'skewed', granted: [], at: new Date(at - 2000) }]);
    expect(await statusOf('skewed')).toMatchObject({ action: 'NONE', granted: 0 });
    const counters = await server.owner
      .selectFrom('consentCounters')
      .selectAll()
      .where('consentId', '=', form.id)
      .executeTakeFirstOrThrow();
    expect(counters).toMatchObject({ submissions: 2, subjects: 1, acceptingAll: 0, declining: 1, allowing: [0, 0, 0] });
  });

  it('is withdrawn everywhere by the own page, also for a site that only considers choices made there', async () => {
    await recordChoices(server, form, [{ uid: 'two sites', source: 'shop.example' }]);
    await recordChoices(server, form, [{ uid: 'two sites', source: 'app.example' }]);
    const call = await callerFor(server, dpo);
    const { address } = await call.consentReceipt.link({ ws: form.workspaceId, id: form.id, uid: 'two sites' });
    const token = new URLSearchParams(new URL(address).hash.slice(1)).get('token')!;
    await (
      await callerFor(server, null)
    ).consentReceipt.choices.submit({ ws: form.workspaceId, token, purposeUUIDs: [], language: 'th' });
    expect(await statusOf('two sites', 'shop.example')).toMatchObject({ action: 'NONE' });
    expect(await statusOf('two sites', 'app.example')).toMatchObject({ action: 'NONE' });
    // There never was a choice there: a complete withdrawal is an answer too.
    expect(await statusOf('two sites', 'third.example')).toMatchObject({ action: 'NONE' });
  });

  it('is granted by the own page only for the source of its choice, and withdrawn for every source', async () => {
    // Known by a token: what strangers state is no source of a person's own choice.
    await recordChoices(server, form, [{ uid: 'grants', source: 'shop.example', granted: [0, 1], knownBy: 'token' }]);
    await recordChoices(server, form, [{ uid: 'grants', source: 'app.example', granted: [], knownBy: 'token' }]);
    const onOwnPage = async (places: number[]) => {
      const { address } = await (
        await callerFor(server, dpo)
      ).consentReceipt.link({ ws: form.workspaceId, id: form.id, uid: 'grants' });
      await (
        await callerFor(server, null)
      ).consentReceipt.choices.submit({
        ws: form.workspaceId,
        token: new URLSearchParams(new URL(address).hash.slice(1)).get('token')!,
        purposeUUIDs: places.map((place) => form.purposeIds[place]!),
        language: 'th',
      });
    };
    await onOwnPage([1, 2]);
    expect(await statusOf('grants', 'app.example')).toMatchObject({ action: 'ACCEPT', granted: 6 });
    expect(await statusOf('grants', 'shop.example')).toMatchObject({ action: 'ACCEPT', granted: 2 });
    expect(await statusOf('grants', 'third.example')).toBeUndefined();
    await onOwnPage([0, 1, 2]);
    expect(await statusOf('grants', 'app.example')).toMatchObject({ action: 'ALL', granted: 7 });
    expect(await statusOf('grants', 'shop.example')).toMatchObject({ action: 'ACCEPT', granted: 2 });
    expect(await statusOf('grants', 'third.example')).toBeUndefined();
    // A new choice at the shop counts unchanged.
    await recordChoices(server, form, [{ uid: 'grants', source: 'shop.example', granted: [0], knownBy: 'token' }]);
    expect(await statusOf('grants', 'shop.example')).toMatchObject({ action: 'ACCEPT', granted: 1 });
  });
});

it('of several choices at one moment in a file each counts, and only an identical one is a duplicate', () => {
  const duplicates = duplicateIndex(10);
  const uid = Buffer.alloc(32, 7);
  const met = (granted: number, row: number) =>
    duplicates.first(...momentHash(uid, 1_700_000_000_000), row, choiceHash(granted));
  expect([met(0, 2), met(7, 3), met(0, 4), met(0, 5)]).toEqual([undefined, undefined, undefined, 4]);
});
