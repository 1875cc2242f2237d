import { hkdfSync } from 'node:crypto';
import { keyIdOf, open, seal, SealError } from './envelope.ts';

/** A key of 32 bytes for one purpose (HKDF, RFC 5869). */
export const derive = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `pokpong ${purpose}`, 32));

/** A master key. It encrypts nothing itself: keys for each use are derived from it. */
export interface MasterKey {
  /** Hex; reveals nothing of the key. */
  readonly name: string;
  readonly id: Buffer;
  readonly secret: Buffer;
  readonly system: Buffer;
  readonly wrap: Buffer;
}

export function masterKeyFrom(secret: Buffer): MasterKey {
  const id = derive(secret, 'id').subarray(0, 8);
  return { name: id.toString('hex'), id, secret, system: derive(secret, 'system'), wrap: derive(secret, 'wrap') };
}

/** Wraps a key under a master key. `context` says whose it is. */
export const wrapUnder = (master: MasterKey, context: string, key: Buffer): Buffer =>
  seal(master.wrap, master.id, context, key);

/** A master key of before, as the database keeps it. */
export interface FormerKey {
  readonly id: string;
  readonly wrapped: Buffer;
}
/** Names a master key of before in its wrapping. */
export const formerContext = (id: string): string => `installation_keys.wrapped ${id}`;

/** The master keys that a node has: configured ones, and those of before that the one in use unwraps. */
export class MasterKeys {
  /** In use: what is sealed and wrapped from now on is under it. */
  current: MasterKey;
  /** The first that this installation had: look-ups outlive every rotation. */
  first: MasterKey;
  /** The one that is to replace it, as far as this node has one. */
  configuredNext: MasterKey | undefined;
  readonly #source: string;
  readonly #known = new Map<string, MasterKey>();

  /** @param source where the configured key comes from, for messages */
  constructor(current: MasterKey, source: string) {
    this.current = this.first = current;
    this.#source = source;
    this.add(current);
  }

  add(key: MasterKey): void {
    this.#known.set(key.name, key);
  }

  has = (name: string): boolean => this.#known.has(name);
  get names(): string[] {
    return [...this.#known.keys()];
  }

  /**
   * Takes over what the installation says: which key is in use, and those of before, oldest first. Answers false, and
   * changes nothing, when this node does not have the key that is in use.
   */
  use(name: string, former: readonly FormerKey[]): boolean {
    const current = this.#known.get(name);
    if (!current) return false;
    const older = former.map(({ id, wrapped }) => masterKeyFrom(open(current.wrap, formerContext(id), wrapped)));
    for (const key of older) this.add(key);
    this.current = current;
    this.first = older[0] ?? current;
    return true;
  }

  /** Opens what was sealed under one of the keys. @throws SealError */
  open(kind: 'system' | 'wrap', context: string, sealed: Buffer, withoutRow?: string): Buffer {
    const name = keyIdOf(sealed).toString('hex');
    const key = this.#known.get(name);
    if (!key)
      throw new SealError(
        'otherKey',
        `This was sealed under the master key ${name}; the configured one is ${this.current.name}. Set ${this.#source} to the key that was used before.`,
      );
    return open(key[kind], context, sealed, withoutRow);
  }
}
