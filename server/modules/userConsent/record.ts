import { randomUUIDv7 } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { ConsentAction, KnownBy } from '../../../shared/userConsent/schema.ts';
import { sealedJson } from '../../platform/crypto/sealedColumn.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { uuidHead } from '../../platform/database/uuidTime.ts';
import { recordedFrom, recordStatement } from './statement.ts';

/** The person who consents, before sealing. */
export interface Identity {
  readonly uid: string;
  readonly name: string;
  readonly guardian: {
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly telephone: string;
  } | null;
  /** Of a choice by their own link or a request: bits that the guardian had allowed before; they added the others. */
  readonly byGuardian?: number;
}

/**
 * A submission to be written. `id` is a UUIDv7 of `at`, which is only stored to the millisecond in it; `granted` a set
 * of purposes' bits; the rest as in migration 226.
 */
export interface NewUserConsent {
  readonly id: string;
  readonly at: Date;
  readonly version: number;
  readonly uid: Buffer;
  readonly identity: Buffer;
  readonly action: ConsentAction;
  readonly granted: number;
  readonly hasGuardian: boolean;
  readonly language: 'th' | 'en';
  readonly channel: string;
  readonly source: string;
  readonly knownBy: KnownBy;
  /** The browser, where `knownBy` requires it: the id of the first submission made with its handle. */
  readonly browser?: string;
  /** SHA-256 of the Idempotency-Key, and of the submitted content. */
  readonly key?: Buffer;
  readonly body?: Buffer;
  /** SHA-256 of the token's jti, and until when the token is valid. */
  readonly token?: Buffer;
  readonly tokenEnds?: Date;
  /** It only takes away, so that a deactivated form accepts it too. */
  readonly withdrawal?: true;
}

/**
 * `repeated` and `otherBody`: the key was used before, the id is that of the first submission. `outranked`: a bare uid
 * was used for somebody who chose with a token before.
 */
export interface Recorded {
  readonly outcome: 'written' | 'repeated' | 'otherBody' | 'tokenUsed' | 'outranked' | 'inactive';
  readonly userConsentId: string;
  /** Screens were updated within the last second: announce it after that. */
  readonly unshown: boolean;
}

/** The person who consented. */
export const sealedIdentity = sealedJson<Identity>()({ table: 'userConsents', column: 'identity' });

/** The keyed hash of a data subject's uid, for look-ups. */
export const uidHash = (key: WorkspaceKey, uid: string): Buffer =>
  Buffer.from(key.lookup('userConsents.uid', uid.normalize('NFC')), 'base64url');

/** A UUIDv7 of a given time: of a test's clock, or of something that happened earlier. */
export const idAt = (at: Date): string => uuidHead(at.getTime()) + randomUUIDv7().slice(13);

/**
 * Writes submissions of one form with their subjects' current choices and every count, in one statement; durable once
 * it answers, unless `db` is a transaction. The results are in the order of `rows`. All must name a version of the
 * form, and either all or none be of browsers. `withdrawal`: by data subjects on their own page, which works for a
 * deactivated form too.
 */
export async function recordUserConsents(
  db: Executor,
  {
    workspaceId,
    consentId,
    now,
    importId = null,
    withdrawal = false,
    rows,
  }: {
    workspaceId: string;
    consentId: string;
    now: Date;
    importId?: string | null;
    withdrawal?: boolean;
    rows: readonly NewUserConsent[];
  },
): Promise<Recorded[]> {
  const { text, values } = recordStatement({ workspaceId, consentId, now, importId, withdrawal, rows });
  const result = await db.executeQuery(CompiledQuery.raw(text, values));
  return recordedFrom(rows, result.rows);
}
