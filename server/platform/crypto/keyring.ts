import { createHmac, hkdfSync, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Executor } from '../../../db/client.ts';
import { keyIdOf, open, seal, SealError } from './envelope.ts';
import { requireMasterKey } from '../installation/installation.ts';
import { loadMasterKey } from './masterKey.ts';
import { createWorkspaceKeyFrom, inRow, type Sealer, type WorkspaceKey } from './workspaceKey.ts';

export { SealError } from './envelope.ts';
export type { WorkspaceKey } from './workspaceKey.ts';

/** Everything that is encrypted or looked up by HMAC goes through here. */
export interface Keyring {
  /** Seals what belongs to no workspace (a waiting mail), under the master key. */
  readonly system: Sealer;
  /**
   * The data key of a workspace. `trx` must be behind that workspace's wall (or act for sign-in); cached in memory.
   * @throws SealError when it was wrapped by another master key.
   */
  workspaceKey(trx: Executor, workspaceId: string): Promise<WorkspaceKey>;
  /**
   * Makes and stores the data key of a new workspace; in the transaction that makes the workspace.
   * @throws ConfigError when the other workspaces are under another master key
   */
  createWorkspaceKey(trx: Executor, workspaceId: string, now: Date): Promise<void>;
  /** Name of the master key; it tells nothing of the key. */
  readonly masterKeyId: string;
  /** HMAC-SHA256 of `value`, base64url, under a key of its own for each `purpose` (for example `throttles.key`). */
  hmac(purpose: string, value: string): string;
}

/** Workspaces whose keys stay in memory; beyond, the one unused for longest goes. */
const CACHED = 1000;

const derive = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `pokpong ${purpose}`, 32));
const wrapContext = (workspaceId: string, id: string): string => `workspace_keys.wrapped ${workspaceId} ${id}`;

/**
 * The keyring of this installation. The master key itself encrypts nothing: keys for each use are derived from it
 * (HKDF, RFC 5869).
 * @throws MasterKeyError when the master key is malformed or cannot be read or made.
 */
export function createKeyring(config: { masterKey?: string; dataDir: string }): Keyring {
  const master = loadMasterKey(config);
  const source = config.masterKey ? 'MASTER_KEY' : `${config.dataDir}/master.key`;
  const masterId = derive(master, 'id').subarray(0, 8);
  const masterName = masterId.toString('hex');
  const systemKey = derive(master, 'system');
  const wrapKey = derive(master, 'wrap');
  const hmacKeys = new Map<string, Buffer>();
  const cached = new Map<string, WorkspaceKey>();
  // A key made in an open transaction may still be rolled back, so that transaction does not fill the cache.
  const unsettled = new WeakSet<Executor>();

  function opened(key: Buffer, context: string, sealed: Buffer, withoutRow?: string): Buffer {
    const name = keyIdOf(sealed).toString('hex');
    if (name !== masterName) {
      throw new SealError(
        'otherKey',
        `This was sealed under the master key ${name}; the configured one is ${masterName}. Set ${source} to the key that was used before.`,
      );
    }
    return open(key, context, sealed, withoutRow);
  }

  return {
    masterKeyId: masterName,
    system: {
      seal: (context, row, text) => seal(systemKey, masterId, inRow(context, row), Buffer.from(text)),
      open: (context, row, sealed) => opened(systemKey, inRow(context, row), sealed, context).toString(),
    },

    async workspaceKey(trx, workspaceId) {
      const known = cached.get(workspaceId);
      if (known) {
        cached.delete(workspaceId);
        cached.set(workspaceId, known);
        return known;
      }
      const rows = await trx
        .selectFrom('workspaceKeys')
        .select(['id', 'wrapped'])
        .where('workspaceId', '=', workspaceId)
        .orderBy('id')
        .execute();
      if (rows.length === 0)
        throw new Error('The workspace has no data key, or the transaction is not behind its wall.');
      const key = createWorkspaceKeyFrom(
        workspaceId,
        rows.map(({ id, wrapped }) => ({ id, secret: opened(wrapKey, wrapContext(workspaceId, id), wrapped) })),
        derive,
      );
      if (!unsettled.has(trx)) {
        cached.set(workspaceId, key);
        if (cached.size > CACHED) cached.delete(cached.keys().next().value as string);
      }
      return key;
    },

    async createWorkspaceKey(trx, workspaceId, now) {
      unsettled.add(trx);
      await requireMasterKey(trx, masterName, source);
      const id = randomUUIDv7();
      const wrapped = seal(wrapKey, masterId, wrapContext(workspaceId, id), randomBytes(32));
      await trx
        .insertInto('workspaceKeys')
        .values({ workspaceId, id, wrapped, masterKeyId: masterName, createdAt: now })
        .execute();
    },

    hmac(purpose, value) {
      let key = hmacKeys.get(purpose);
      if (!key) {
        key = derive(master, `hmac ${purpose}`);
        hmacKeys.set(purpose, key);
      }
      return createHmac('sha256', key).update(value).digest('base64url');
    },
  };
}
