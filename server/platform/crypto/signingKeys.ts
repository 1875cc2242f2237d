import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { sql } from 'kysely';
import { SIGNING_ALGORITHM } from '../../../shared/signed.ts';
import type { Deps } from '../trpc/context.ts';

/** A key that signs now; `id` is its thumbprint (RFC 7638), by which the published half is found. */
export interface SigningKey {
  readonly id: string;
  readonly privateKey: CryptoKey;
}

type Parts = Pick<Deps, 'authDb' | 'keyring' | 'now'>;

export const SIGNING_KEY_CONTEXT = 'signingKeys.privateKey';
const opened = new WeakMap<object, Map<string, Promise<CryptoKey>>>();

const stored = (db: Parts['authDb']) =>
  db
    .selectFrom('signingKeys')
    .select(['id', 'privateKey'])
    .where('retiredAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/**
 * The key that signs receipts, of the whole installation; made when it is first needed, by one node alone. Retiring one
 * (`retired_at`) makes the next use make another; what it signed is checked by its published half as before.
 * @throws SealError when it was sealed under another master key
 */
export async function signingKey(deps: Parts): Promise<SigningKey> {
  const { id, privateKey } = (await stored(deps.authDb)) ?? (await make(deps));
  let mine = opened.get(deps.keyring);
  if (!mine) opened.set(deps.keyring, (mine = new Map()));
  let key = mine.get(id);
  if (!key) mine.set(id, (key = read(deps, id, privateKey)));
  return { id, privateKey: await key };
}

const read = async ({ keyring }: Parts, id: string, sealed: Buffer): Promise<CryptoKey> =>
  (await importJWK(
    JSON.parse(keyring.system.open(SIGNING_KEY_CONTEXT, id, sealed)) as JWK,
    SIGNING_ALGORITHM,
  )) as CryptoKey;

async function make({ authDb, keyring, now }: Parts) {
  const pair = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const publicKey = await exportJWK(pair.publicKey);
  const id = await calculateJwkThumbprint(publicKey);
  const privateKey = keyring.system.seal(SIGNING_KEY_CONTEXT, id, JSON.stringify(await exportJWK(pair.privateKey)));
  return authDb.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('pokpong signing keys'))`.execute(trx);
    const other = await stored(trx);
    if (other) return other;
    await trx
      .insertInto('signingKeys')
      .values({ id, publicKey: JSON.stringify(publicKey), privateKey, createdAt: now() })
      .execute();
    return { id, privateKey };
  });
}

/**
 * Has the next receipt signed with a new key. What was signed before is checked by the published half of its own key.
 * Answers the ids of the keys that sign no more.
 */
export async function retireSigningKey({ authDb, now }: Pick<Parts, 'authDb' | 'now'>): Promise<string[]> {
  const retired = await authDb
    .updateTable('signingKeys')
    .set({ retiredAt: now() })
    .where('retiredAt', 'is', null)
    .returning('id')
    .execute();
  return retired.map(({ id }) => id);
}

/** The public halves of all keys that ever signed, newest first: a JSON Web Key Set (RFC 7517). */
export async function publicKeys({ authDb }: Pick<Deps, 'authDb'>): Promise<{ keys: JWK[] }> {
  const rows = await authDb
    .selectFrom('signingKeys')
    .select(['id', 'publicKey'])
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
  return {
    keys: rows.map(({ id, publicKey }) => ({ ...(publicKey as JWK), kid: id, alg: SIGNING_ALGORITHM, use: 'sig' })),
  };
}
