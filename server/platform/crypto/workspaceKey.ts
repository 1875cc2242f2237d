import { createSecretKey } from 'node:crypto';
import { uuidBytes } from '../database/uuidBytes.ts';
import { keyedHash } from './keyedHash.ts';
import { keyIdOf, open, seal, SealError } from './envelope.ts';

/** Seals texts for the place where they are kept, and opens them there alone. */
export interface Sealer {
  /**
   * Seals a text. `context` names the column, `row` is the id of the row that it is kept in: `incidents.reporter`,
   * the incident's id. A text that is kept in no row has an empty one.
   */
  seal(context: string, row: string, text: string): Buffer;
  /** @throws SealError when sealed for another workspace, column or row, or changed since. */
  open(context: string, row: string, sealed: Buffer): string;
}

/** The data key of one workspace. Get it from `keyring.workspaceKey`. */
export interface WorkspaceKey extends Sealer {
  readonly workspaceId: string;
  /** Id of the key that seals now. */
  readonly id: string;
  /**
   * A keyed hash (base64url, 43 characters) by which a sealed column is searched for equality; normalise the value
   * before.
   */
  lookup(context: string, value: string): string;
  /**
   * A 32-byte key derived for one purpose (`jwe`) from the data key `keyId`, by default the newest; undefined when the
   * workspace has no such key.
   */
  secret(purpose: string, keyId?: string): { id: string; key: Buffer } | undefined;
}

/** A context with its row. The database writes ids in small letters, whoever gave one may not have. */
export const inRow = (context: string, row: string): string => `${context} ${row.toLowerCase()}`;

/**
 * Puts a workspace's data keys, oldest first, behind one face: the newest seals, all of them open, the oldest looks up.
 */
export function createWorkspaceKeyFrom(
  workspaceId: string,
  stored: { id: string; secret: Buffer }[],
  derive: (secret: Buffer, purpose: string) => Buffer,
): WorkspaceKey {
  const keys = stored.map(({ id, secret }) => ({
    id,
    idBytes: uuidBytes(id),
    secret,
    // As an object: bytes would be made into one for every value.
    columns: createSecretKey(derive(secret, 'columns')),
  }));
  const newest = keys.at(-1);
  const oldest = keys[0];
  if (!newest || !oldest) throw new Error('a workspace key needs a data key');
  const lookup = keyedHash(derive(oldest.secret, 'lookup'));
  const placed = (context: string): string => `${workspaceId} ${context}`;

  return {
    workspaceId,
    id: newest.id,
    seal: (context, row, text) => seal(newest.columns, newest.idBytes, inRow(placed(context), row), Buffer.from(text)),
    open(context, row, sealed) {
      const id = keyIdOf(sealed);
      const key = keys.find(({ idBytes }) => idBytes.equals(id));
      if (!key) throw new SealError('otherKey', 'This was sealed with a key that the workspace does not have.');
      return open(key.columns, inRow(placed(context), row), sealed, placed(context)).toString();
    },
    lookup: (context, value) => lookup(`${context}\0${value}`),
    secret(purpose, keyId = newest.id) {
      const key = keys.find(({ id }) => id === keyId);
      return key && { id: key.id, key: derive(key.secret, purpose) };
    },
  };
}
