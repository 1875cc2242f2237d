// What a thread opens of rows in binary form, as exports read them.
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { withScope } from '../../db/client.ts';
import { sealedIdentity } from '../../server/modules/userConsent/record.ts';
import { rowsOpener } from '../../server/platform/crypto/rowsOpener.ts';
import type { WorkspaceKey } from '../../server/platform/crypto/workspaceKey.ts';
import { buildWorkspace, sharedServer, type TestServer } from '../factories.ts';

let server: TestServer;
let key: WorkspaceKey;
let otherKey: WorkspaceKey;
beforeAll(async () => {
  server = await sharedServer();
  [key, otherKey] = [await keyOf((await buildWorkspace(server)).id), await keyOf((await buildWorkspace(server)).id)];
});
afterAll(() => server.close());

const keyOf = (workspaceId: string): Promise<WorkspaceKey> =>
  withScope(server.deps.db, { workspaceId }, (trx) => server.deps.keyring.workspaceKey(trx, workspaceId));
const person = (uid: string) => ({ uid, name: 'สมหญิง ใจดี', guardian: null });

/** Rows of an id and sealed bytes, as COPY sends them. */
async function binary(rows: readonly (readonly [id: string, sealed: Buffer])[]): Promise<Buffer> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    const values = rows.map(([id, sealed], place) => `(${place}, '${id}', '\\x${sealed.toString('hex')}'::bytea)`);
    const query = `copy (select id, sealed from (values ${values.join(', ')}) as v (place, id, sealed) order by place) to stdout (format binary)`;
    return await buffer(client.query(copyTo(query)));
  } finally {
    await client.end();
  }
}
const openerOf = (group: number) => {
  const opener = rowsOpener(key, sealedIdentity, { id: 0, sealed: 1, group });
  onTestFinished(() => opener.close());
  return opener;
};
const sealedRows = (uids: readonly string[], by: WorkspaceKey = key) =>
  uids.map((uid) => {
    const id = randomUUID();
    return [id, sealedIdentity.seal(by, id, person(uid))] as const;
  });

describe('rows that a thread opens', () => {
  it('come in groups, in the order of the rows and of the calls', async () => {
    const opener = openerOf(2);
    const pages = [['ก', 'b', 'c'], ['d'], []];
    const opened = await Promise.all(
      (await Promise.all(pages.map((uids) => binary(sealedRows([...uids, 'last']))))).map((page) => opener.open(page)),
    );
    expect(opened.map((texts) => texts!.map((text) => JSON.parse(text) as unknown))).toEqual([
      [
        [person('ก'), person('b')],
        [person('c'), person('last')],
      ],
      [[person('d'), person('last')]],
      [[person('last')]],
    ]);
  });

  it('are left to the caller where one does not open, and so are all once it is closed', async () => {
    const opener = openerOf(2);
    const page = await binary([...sealedRows(['a']), ...sealedRows(['b'], otherKey)]);
    expect(await opener.open(page)).toBeNull();
    const [[id], [, moved]] = sealedRows(['c', 'd']) as [readonly [string, Buffer], readonly [string, Buffer]];
    expect(await opener.open(await binary([[id, moved]]))).toBeNull();
    // One that does not open spoils no other.
    expect(await opener.open(await binary(sealedRows(['e'])))).toEqual([JSON.stringify([person('e')])]);
    await opener.close();
    expect(await opener.open(await binary(sealedRows(['f'])))).toBeNull();
  });
});
