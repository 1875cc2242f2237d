import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { sealedSecret } from '../../server/modules/consent/secret.ts';
import { sealedSecret as sealedFormSecret } from '../../server/modules/requestForm/secret.ts';
import { sealProblems, sealSheet } from '../../server/platform/imports/sealed.ts';
import { SealError } from '../../server/platform/crypto/keyring.ts';
import type { SealedColumn } from '../../server/platform/crypto/sealedColumn.ts';
import type { WorkspaceKey } from '../../server/platform/crypto/workspaceKey.ts';
import { importSheet } from '../../shared/import/schema.ts';
import { modules } from '../../server/modules/index.ts';
import { collectModules } from '../../server/platform/modules/registry.ts';
import { sharedServer, type TestServer } from '../factories.ts';
import { sealedBefore } from '../helpers/sealedBefore.ts';
import { buildWorld, type World } from '../tenancy/world.ts';

const declared = collectModules(modules).sealed;
const named = declared.map((column) => [`${column.table}.${column.column}`, column] as const);
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

let server: TestServer;
let world: World;
let key: WorkspaceKey;

beforeAll(async () => {
  server = await sharedServer();
  world = await buildWorld(server, 'SEALED');
  key = await withScope(server.deps.db, { workspaceId: world.ws }, (trx) =>
    server.deps.keyring.workspaceKey(trx, world.ws),
  );
  const { consentId, consentImportId, requestFormId } = world;
  await server.owner
    .updateTable('consents')
    .set({ secret: sealedSecret.seal(key, consentId, 'secret') })
    .where('id', '=', consentId)
    .execute();
  await server.owner
    .updateTable('requestForms')
    .set({ secret: sealedFormSecret.seal(key, requestFormId, 'secret') })
    .where('id', '=', requestFormId)
    .execute();
  const sheet = await withScope(server.deps.db, { workspaceId: world.ws }, (trx) =>
    sealSheet(trx, { deps: server.deps, workspace: { id: world.ws } as never }, consentImportId, importSheet.parse({})),
  );
  const problems = sealProblems(key, consentImportId, [
    { row: 2, column: null, code: 'unknown', values: { text: 'สมหญิง' } } as never,
  ]);
  await server.owner
    .updateTable('imports')
    .set({ columns: JSON.stringify(sheet), problems: JSON.stringify(problems) })
    .where('id', '=', consentImportId)
    .execute();
});
afterAll(() => server.close());

const reasonOf = (open: () => unknown): string | undefined => {
  try {
    open();
    return undefined;
  } catch (error) {
    return error instanceof SealError ? error.reason : String(error);
  }
};

/** The encrypted values of a column in the world's rows, each with the id of its row. */
async function valuesOf({ table, column, map }: SealedColumn): Promise<{ id: string; sealed: Buffer }[]> {
  const { rows } = await sql<{ id: string; content: unknown }>`
    select id, ${sql.ref(snake(column))} as content from ${sql.table(snake(table))}
    where workspace_id = ${world.ws} and ${sql.ref(snake(column))} is not null order by id`.execute(server.owner);
  const found: { id: string; sealed: Buffer }[] = [];
  for (const { id, content } of rows)
    map(content, (sealed) => {
      found.push({ id, sealed });
      return sealed;
    });
  return found;
}

describe('encrypted columns', () => {
  it('are all byte columns of the schema that are no hash, no public key and not under the master key', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns c
      where table_schema = 'public' and data_type = 'bytea'
        and not exists (select from pg_inherits where inhrelid = format('%I', c.table_name)::regclass)`.execute(
      server.owner,
    );
    const hashes = [
      'user_consents.uid',
      'consent_subjects.uid',
      'consent_submission_keys.key',
      'consent_submission_keys.body',
      'consent_token_uses.token',
      'requests.uid_hash',
      'requests.email_hash',
      'requests.phone_hash',
      'requests.import_hash',
      'request_arrivals.key',
      'request_arrivals.body',
      'request_arrivals.token',
      'request_arrivals.work',
      'request_uploads.token',
      'request_links.token_hash',
      'request_sessions.token_hash',
      'authorised_agents.token_hash',
      'agent_messages.hash',
      'agent_requests.reference',
      'agent_requests.body',
      'agent_requests.reported',
      'privacy_notice_mailings.last_uid',
    ];
    const publicKeys = ['authorised_agents.verify_key'];
    const ofInstallation = [
      'workspace_keys.wrapped',
      'installation_keys.wrapped',
      'mails.payload',
      'mail_servers.password',
      'mail_servers.dkim_key',
      'mail_server_mailboxes.password',
      'export_schedules.secret',
      'signing_keys.private_key',
    ];
    const inJson = ['imports.columns', 'imports.problems'];
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      [
        ...declared
          .map(({ table, column }) => `${snake(table)}.${snake(column)}`)
          .filter((name) => !inJson.includes(name)),
        ...hashes,
        ...publicKeys,
        ...ofInstallation,
      ].toSorted(),
    );
  });

  it.each(named)('%s opens only in its own row', async (_name, column) => {
    const values = await valuesOf(column);
    expect(values.length).toBeGreaterThan(0);
    for (const { id, sealed } of values) {
      expect(reasonOf(() => column.open(key, id, sealed))).toBeUndefined();
      expect(reasonOf(() => column.open(key, randomUUIDv7(), sealed))).toBe('damaged');
    }
  });

  it.each(named)('%s of a value encrypted before rows were part of the context still opens', (name, column) => {
    const before = sealedBefore(key, name, '"text"');
    expect(String(column.open(key, randomUUIDv7(), before))).toMatch(/^"?text"?$/);
    // It cannot be made to look like a newer one.
    const forged = Buffer.from(before);
    forged[0] = 2;
    expect(reasonOf(() => column.open(key, randomUUIDv7(), forged))).toBe('damaged');
    const own = column.seal(key, 'A0000000-0000-7000-8000-000000000000', 'text');
    expect(column.open(key, 'a0000000-0000-7000-8000-000000000000', own)).toBe('text');
    const older = Buffer.from(own);
    older[0] = 1;
    expect(reasonOf(() => column.open(key, 'a0000000-0000-7000-8000-000000000000', older))).toBe('damaged');
  });

  it('under the master key open only in their own row', async () => {
    const { system } = server.deps.keyring;
    const mails = await server.owner.selectFrom('mails').select(['id', 'payload']).execute();
    const keys = await server.owner.selectFrom('signingKeys').select(['id', 'privateKey']).execute();
    const values = [
      ...mails.map(({ id, payload }) => ['mails.payload', id, payload] as const),
      ...keys.map(({ id, privateKey }) => ['signingKeys.privateKey', id, privateKey] as const),
    ];
    expect(new Set(values.map(([context]) => context)).size).toBe(2);
    for (const [context, id, sealed] of values) {
      expect(reasonOf(() => system.open(context, id, sealed))).toBeUndefined();
      expect(reasonOf(() => system.open(context, randomUUIDv7(), sealed))).toBe('damaged');
    }
  });
});
