import { createHmac, randomBytes, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { ManifestKeys } from '../../../db/backup/manifest.ts';
import type { Db, Executor } from '../../../db/client.ts';
import { requireMasterKey } from '../installation/installation.ts';
import { seal } from './envelope.ts';
import { loadMasterKey, loadNextMasterKey, type MasterKeySource } from './masterKey.ts';
import { derive, masterKeyFrom, MasterKeys, wrapUnder } from './masterKeys.ts';
import { type DataKey, inRow, type Sealer, type WorkspaceKey, WorkspaceKeys } from './workspaceKey.ts';

export { SealError } from './envelope.ts';
export type { WorkspaceKey } from './workspaceKey.ts';

/** Everything that is encrypted or looked up by HMAC goes through here. */
export interface Keyring {
  /** Seals what belongs to no workspace (a waiting mail), under the master key. */
  readonly system: Sealer;
  /**
   * The data key of a workspace. `trx` must be behind that workspace's wall (or act for sign-in); cached in memory.
   * @throws SealError when it was wrapped by a master key that this node does not have
   */
  workspaceKey(trx: Executor, workspaceId: string): Promise<WorkspaceKey>;
  /**
   * Makes and stores a data key of a workspace; the first in the transaction that makes the workspace. Answers its id.
   * @param activeFrom from when it seals, by default from now on
   * @throws ConfigError when the other workspaces are under another master key
   */
  createWorkspaceKey(trx: Executor, workspaceId: string, now: Date, activeFrom?: Date): Promise<string>;
  /** Name of the master key in use; it reveals nothing of the key. */
  readonly masterKeyId: string;
  readonly masterKeys: MasterKeys;
  /**
   * HMAC-SHA256 of `value`, base64url, under a key of its own for each `purpose` (for example `throttles.key`). Stays
   * the same when the master key is replaced.
   */
  hmac(purpose: string, value: string): string;
  /** What backups are encrypted and signed with: of the master key in use alone. */
  readonly backup: ManifestKeys;
  /**
   * Learns from the database which master key is in use, reads the configured next one, and looks the cached keys of
   * workspaces up again: at the start, and when another node replaced a key.
   */
  refresh(authDb: Db): Promise<void>;
}

/** Workspaces whose keys stay in memory; beyond, the one unused for longest goes. */
const CACHED = 1000;

class KeyCache {
  /** The one unused for longest first. */
  readonly #keys = new Map<string, WorkspaceKeys>();

  get(workspaceId: string): WorkspaceKeys | undefined {
    const key = this.#keys.get(workspaceId);
    if (key && this.#keys.delete(workspaceId)) this.#keys.set(workspaceId, key);
    return key;
  }

  add(key: WorkspaceKeys): void {
    this.#keys.set(key.workspaceId, key);
    if (this.#keys.size > CACHED) this.#keys.delete(this.#keys.keys().next().value as string);
  }

  workspaceIds = (): string[] => [...this.#keys.keys()];
}

/** Names a workspace's data key in its wrapping. */
export const wrapContext = (workspaceId: string, id: string): string => `workspace_keys.wrapped ${workspaceId} ${id}`;

/**
 * The keyring of this installation. The master key itself encrypts nothing: keys for each use are derived from it
 * (HKDF, RFC 5869).
 * @throws MasterKeyError when the master key is malformed or cannot be read or made.
 */
export function createKeyring(config: MasterKeySource): Keyring {
  const source = config.masterKey ? 'MASTER_KEY' : `${config.dataDir}/master.key`;
  const masters = new MasterKeys(masterKeyFrom(loadMasterKey(config)), source);
  const cached = new KeyCache();
  // A key made in an open transaction may still be rolled back, so that transaction does not fill the cache.
  const unsettled = new WeakSet<Executor>();
  // Counts the times that the cached keys were looked up again: what was read before one of them may lack a key.
  let generation = 0;
  addNext();

  function addNext(): void {
    const next = loadNextMasterKey(config);
    masters.configuredNext = next && masterKeyFrom(next);
    if (masters.configuredNext) masters.add(masters.configuredNext);
  }

  const unwrapped = (workspaceId: string, row: StoredKey): DataKey => ({
    id: row.id,
    secret: masters.open('wrap', wrapContext(workspaceId, row.id), row.wrapped),
    activeFrom: new Date(row.activeFrom),
  });

  return {
    masterKeys: masters,
    get masterKeyId() {
      return masters.current.name;
    },
    system: {
      seal: (context, row, text) =>
        seal(masters.current.system, masters.current.id, inRow(context, row), Buffer.from(text)),
      open: (context, row, sealed) => masters.open('system', inRow(context, row), sealed, context).toString(),
    },

    async workspaceKey(trx, workspaceId) {
      const known = cached.get(workspaceId);
      if (known) return known;
      const before = generation;
      const rows = await storedKeys(trx)
        .select(sql<string>`current_setting('transaction_isolation')`.as('isolation'))
        .where('workspaceId', '=', workspaceId)
        .execute();
      if (rows.length === 0)
        throw new Error('The workspace has no data key, or the transaction is not behind its wall.');
      const key = new WorkspaceKeys(
        workspaceId,
        rows.map((row) => unwrapped(workspaceId, row)),
        derive,
      );
      // A repeatable read sees the keys of its start, however long ago that is.
      const isCurrent = before === generation && rows[0]?.isolation === 'read committed';
      if (isCurrent && !unsettled.has(trx)) cached.add(key);
      return key;
    },

    async createWorkspaceKey(trx, workspaceId, now, activeFrom = now) {
      unsettled.add(trx);
      await requireMasterKey(trx, masters.current.name, source);
      const id = randomUUIDv7();
      const wrapped = wrapUnder(masters.current, wrapContext(workspaceId, id), randomBytes(32));
      await trx
        .insertInto('workspaceKeys')
        .values({ workspaceId, id, wrapped, masterKeyId: masters.current.name, createdAt: now, activeFrom })
        .execute();
      return id;
    },

    hmac: (purpose, value) => hmacUnder(masters.first.secret, purpose, value),
    backup: {
      get masterKeyId() {
        return masters.current.name;
      },
      hmac: (purpose, value) => hmacUnder(masters.current.secret, purpose, value),
    },

    async refresh(authDb) {
      generation += 1;
      addNext();
      await learnMasters(authDb, masters);
      const workspaceIds = cached.workspaceIds();
      if (workspaceIds.length === 0) return;
      const rows = await storedKeys(authDb).where('workspaceId', 'in', workspaceIds).execute();
      for (const [workspaceId, own] of Map.groupBy(rows, (row) => row.workspaceId))
        cached.get(workspaceId)?.renew(own.map((row) => unwrapped(workspaceId, row)));
    },
  };
}

/** Learns which master key is in use, and those of before. */
async function learnMasters(authDb: Db, masters: MasterKeys): Promise<void> {
  const installation = await authDb.selectFrom('installation').select('masterKeyId').executeTakeFirst();
  if (!installation?.masterKeyId) return;
  const former = authDb.selectFrom('installationKeys').select(['id', 'wrapped']).orderBy('retiredAt').orderBy('id');
  masters.use(installation.masterKeyId, await former.execute());
}

interface StoredKey {
  id: string;
  wrapped: Buffer;
  activeFrom: string;
}

/** The wrapped keys of workspaces, each one's oldest first: ids are in the order of time. */
const storedKeys = (db: Executor) =>
  db.selectFrom('workspaceKeys').select(['workspaceId', 'id', 'wrapped', 'activeFrom']).orderBy('id');

const hmacKeys = new WeakMap<Buffer, Map<string, Buffer>>();
function hmacUnder(secret: Buffer, purpose: string, value: string): string {
  let keys = hmacKeys.get(secret);
  if (!keys) hmacKeys.set(secret, (keys = new Map()));
  let key = keys.get(purpose);
  if (!key) keys.set(purpose, (key = derive(secret, `hmac ${purpose}`)));
  return createHmac('sha256', key).update(value).digest('base64url');
}
