import { createSecretKey, type KeyObject } from 'node:crypto';
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

/** What the secrets for single purposes are taken from: the data keys of a workspace, or those of a key file. */
export interface Secrets {
  readonly workspaceId: string;
  /**
   * A 32-byte key derived for one purpose (`jwe`) from the data key `keyId`, by default the one that seals now;
   * undefined when there is no such key.
   */
  secret(purpose: string, keyId?: string): { id: string; key: Buffer } | undefined;
}

/** What opens sealed columns; it can be passed to another thread. */
export interface ColumnKeys {
  readonly workspaceId: string;
  readonly keys: readonly { readonly idBytes: Uint8Array; readonly columns: KeyObject }[];
}

/** Opens a value of a sealed column. @throws SealError */
export function openColumn({ workspaceId, keys }: ColumnKeys, context: string, row: string, sealed: Buffer): string {
  const id = keyIdOf(sealed);
  const key = keys.find(({ idBytes }) => id.equals(idBytes));
  if (!key) throw new SealError('otherKey', 'This was sealed with a key that the workspace does not have.');
  const placed = placedIn(workspaceId, context);
  return open(key.columns, inRow(placed, row), sealed, placed).toString();
}

const placedIn = (workspaceId: string, context: string): string => `${workspaceId} ${context}`;

/** The data keys of one workspace, as they are now: kept while the node runs, it learns of new ones. */
export interface WorkspaceKey extends Sealer, Secrets {
  /** Id of the key that seals now. */
  readonly id: string;
  /**
   * A keyed hash (base64url, 43 characters) by which a sealed column is searched for equality; normalise the value
   * before. It stays when keys are replaced.
   */
  lookup(context: string, value: string): string;
  /** Those that open now; a copy does not learn of new ones. */
  readonly columnKeys: ColumnKeys;
  /** Id of the key that sealed at a time: what is started under a key and finished under the next needs it. */
  idAt(time: Date): string;
}

/** A data key as it is stored, unwrapped. */
export interface DataKey {
  readonly id: string;
  readonly secret: Buffer;
  /** From when it seals. */
  readonly activeFrom: Date;
}

/** A context with its row. The database writes ids in small letters, whoever gave one may not have. */
export const inRow = (context: string, row: string): string => `${context} ${row.toLowerCase()}`;

type Derive = (secret: Buffer, purpose: string) => Buffer;
interface PreparedKey extends DataKey {
  readonly idBytes: Buffer;
  /** As an object: bytes would be made into one for every value. */
  readonly columns: KeyObject;
}

/**
 * Puts a workspace's data keys behind one face: the newest that is active seals, all of them open, the oldest looks up.
 */
export class WorkspaceKeys implements WorkspaceKey {
  readonly workspaceId: string;
  readonly #derive: Derive;
  readonly #lookup: (text: string) => string;
  #keys: readonly PreparedKey[] = [];
  #sealing!: PreparedKey;
  /** When another key begins to seal, milliseconds since the epoch. */
  #changesAt = Infinity;

  /** @param stored oldest first, at least one */
  constructor(workspaceId: string, stored: readonly DataKey[], derive: Derive) {
    this.workspaceId = workspaceId;
    this.#derive = derive;
    this.renew(stored);
    this.#lookup = keyedHash(derive(this.#keys[0]!.secret, 'lookup'));
  }

  /** Takes over the keys that the workspace has now, oldest first. */
  renew(stored: readonly DataKey[]): void {
    if (stored.length === 0) throw new Error('a workspace key needs a data key');
    this.#keys = stored.map((key) => {
      const known = this.#keys.find(({ id }) => id === key.id);
      return {
        ...key,
        idBytes: known?.idBytes ?? uuidBytes(key.id),
        columns: known?.columns ?? createSecretKey(this.#derive(key.secret, 'columns')),
      };
    });
    this.#choose();
  }

  #choose(): void {
    const now = Date.now();
    const changes = this.#keys.slice(1).map(({ activeFrom }) => activeFrom.getTime());
    this.#changesAt = Math.min(Infinity, ...changes.filter((at) => at > now));
    this.#sealing = this.#at(now);
  }

  // The oldest seals from the start, whatever the clock of the node that made it.
  #at = (time: number): PreparedKey =>
    this.#keys.findLast(({ activeFrom }) => activeFrom.getTime() <= time) ?? this.#keys[0]!;

  get #now(): PreparedKey {
    if (Date.now() >= this.#changesAt) this.#choose();
    return this.#sealing;
  }

  get id(): string {
    return this.#now.id;
  }

  idAt(time: Date): string {
    return this.#at(time.getTime()).id;
  }

  get columnKeys(): ColumnKeys {
    return {
      workspaceId: this.workspaceId,
      keys: this.#keys.map(({ idBytes, columns }) => ({ idBytes, columns })),
    };
  }

  seal(context: string, row: string, text: string): Buffer {
    const { columns, idBytes } = this.#now;
    return seal(columns, idBytes, inRow(placedIn(this.workspaceId, context), row), Buffer.from(text));
  }

  open(context: string, row: string, sealed: Buffer): string {
    return openColumn({ workspaceId: this.workspaceId, keys: this.#keys }, context, row, sealed);
  }

  lookup(context: string, value: string): string {
    return this.#lookup(`${context}\0${value}`);
  }

  secret(purpose: string, keyId: string = this.id): { id: string; key: Buffer } | undefined {
    const key = this.#keys.find(({ id }) => id === keyId);
    return key && { id: key.id, key: this.#derive(key.secret, purpose) };
  }
}
