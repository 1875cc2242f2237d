import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Executor, withScope } from '../../db/client.ts';
import { presentChoices } from '../../server/modules/consentReceipt/queries.ts';
import type { NewUserConsent } from '../../server/modules/userConsent/record.ts';
import { recordStatement } from '../../server/modules/userConsent/statement.ts';
import { buildPerson, buildServer, type TestServer } from '../factories.ts';
import { type BuiltForm, buildConsentForm } from '../helpers/consents.ts';

const SUBJECTS = 600;
let server: TestServer;
let form: BuiltForm;
beforeAll(async () => {
  server = await buildServer();
  form = await buildConsentForm(server, await buildPerson(server, { role: 'DPO' }), { settings: { level: 'open' } });
  const own = { knownBy: 'uid' } as const;
  await record(Array.from({ length: SUBJECTS / 2 }, () => submission(own)));
  await record(Array.from({ length: SUBJECTS / 2 }, () => submission({ knownBy: 'browser', browser: randomUUIDv7() })));
});
afterAll(() => server.close());

const submission = (
  how: Pick<NewUserConsent, 'knownBy' | 'browser'>,
  uid: Buffer = randomBytes(32),
): NewUserConsent => ({
  id: randomUUIDv7(),
  at: server.deps.now(),
  uid,
  identity: randomBytes(60),
  version: 1,
  action: 'ALL',
  granted: 7,
  hasGuardian: false,
  language: 'th',
  channel: 'JS Web Form',
  source: 'shop.example',
  ...how,
});
const record = (rows: readonly NewUserConsent[]) =>
  server.deps.ingestDb.query(
    recordStatement({ workspaceId: form.workspaceId, consentId: form.id, now: server.deps.now(), rows }),
  );
/** The number of rows of `consent_subjects` read in this transaction so far. */
const READ = `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables where relname = 'consent_subjects'`;
async function subjectsRead(trx: Executor): Promise<number> {
  const { rows } = await sql.raw<{ read: number }>(READ).execute(trx);
  return rows[0]!.read;
}
const reading = (work: (trx: Executor) => Promise<unknown>): Promise<number> =>
  withScope(server.deps.db, { workspaceId: form.workspaceId }, async (trx) => {
    await work(trx);
    return subjectsRead(trx);
  });

it.each([
  ['by uid', (uid: Buffer) => submission({ knownBy: 'uid' }, uid)],
  ['from a browser', (uid: Buffer) => submission({ knownBy: 'browser', browser: randomUUIDv7() }, uid)],
  ['with a token', (uid: Buffer) => submission({ knownBy: 'token' }, uid)],
])('a submission %s reads no subjects but its own', async (_, of) => {
  const uid = randomBytes(32);
  const rows = [of(uid), of(randomBytes(32)), of(randomBytes(32))];
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(
      recordStatement({ workspaceId: form.workspaceId, consentId: form.id, now: server.deps.now(), rows }),
    );
    const { rows: read } = await client.query<{ read: number }>(READ);
    expect(read[0]!.read).toBeLessThan(20);
  } finally {
    await client.end();
  }
});

it('the choices of one person are looked up only by their subjects', async () => {
  const uid = randomBytes(32);
  await record([
    submission({ knownBy: 'uid' }, uid),
    submission({ knownBy: 'browser', browser: randomUUIDv7() }, uid),
    submission({ knownBy: 'browser', browser: randomUUIDv7() }, uid),
  ]);
  const choices = await reading((trx) => presentChoices(trx, form.workspaceId, form.id, uid));
  expect(choices).toBeLessThan(20);
});
