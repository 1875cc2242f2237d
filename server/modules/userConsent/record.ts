import { randomUUIDv7 } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { ConsentAction, KnownBy } from '../../../shared/userConsent/schema.ts';
import { sealedJson } from '../../platform/crypto/sealedColumn.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { uuidHead } from '../../platform/database/uuidTime.ts';
import { recordedFrom, recordStatement } from './statement.ts';

/** Who consents, as it is sealed. */
export interface Identity {
  readonly uid: string;
  readonly name: string;
  readonly guardian: {
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly telephone: string;
  } | null;
}

/**
 * One submission, ready to be written. `id` is a UUIDv7 of `at`, which is kept to the millisecond by it alone;
 * `granted` a set of purposes' bits; the rest as migration 006 says.
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
  /** The browser it speaks for, where `knownBy` says so: the id of the first submission made with its handle. */
  readonly browser?: string;
  /** SHA-256 of the Idempotency-Key, and of what was submitted. */
  readonly key?: Buffer;
  readonly body?: Buffer;
  /** SHA-256 of the token's jti, and until when it could be used again. */
  readonly token?: Buffer;
  readonly tokenEnds?: Date;
}

/**
 * `repeated` and `otherBody`: the key came before, the id is that of then. `outranked`: a bare uid spoke for somebody who
 * chose with a token before.
 */
export interface Recorded {
  readonly outcome: 'written' | 'repeated' | 'otherBody' | 'tokenUsed' | 'outranked' | 'inactive';
  readonly userConsentId: string;
  /** Open screens were told within the last second: tell them again after it. */
  readonly unshown: boolean;
}

/** Who consented. */
export const sealedIdentity = sealedJson<Identity>()({ table: 'userConsents', column: 'identity' });

/** The keyed hash by which a data subject is found. */
export const uidHash = (key: WorkspaceKey, uid: string): Buffer =>
  Buffer.from(key.lookup('userConsents.uid', uid.normalize('NFC')), 'base64url');

/** A UUIDv7 of a time of its own: that of a test's clock, or of what happened before it is written. */
export const idAt = (at: Date): string => uuidHead(at.getTime()) + randomUUIDv7().slice(13);

/**
 * Writes submissions of one form with their subjects' present choices and every count, in one statement; durable once
 * it answers, unless `db` is a transaction. Answers in the order of `rows`. All must name a version that the form has,
 * and all be of browsers, or none.
 * `withdrawal`: by data subjects on their own page, which a deactivated form keeps open.
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
