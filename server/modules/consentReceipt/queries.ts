import { sql } from 'kysely';
import type { Db, Executor } from '../../../db/client.ts';
import type { ConsentContent } from '../../../shared/consent/schema.ts';
import type { PurposeContent } from '../../../shared/purpose/schema.ts';
import { unionOf } from '../../../shared/purpose/bits.ts';
import type { ConsentAction, KnownBy } from '../../../shared/userConsent/schema.ts';
import { uuidBytes } from '../../platform/database/uuidBytes.ts';
import { isProved } from '../userConsent/proved.ts';

export interface Submission {
  id: string;
  consentId: string;
  version: number;
  at: string;
  uid: Buffer;
  identity: Buffer;
  action: ConsentAction;
  granted: number;
  changed: boolean;
  language: 'th' | 'en';
  channel: string;
  source: string;
  /** The browser that chose, where its handle is known. */
  browser: string | null;
  knownBy: KnownBy | null;
}

const submissions = (db: Executor, workspaceId: string) =>
  db
    .selectFrom('userConsents as u')
    .leftJoin('consentSources as s', (join) =>
      join
        .onRef('s.workspaceId', '=', 'u.workspaceId')
        .onRef('s.consentId', '=', 'u.consentId')
        .onRef('s.id', '=', 'u.sourceId'),
    )
    .select([
      'u.id',
      'u.consentId',
      'u.version',
      'u.at',
      'u.uid',
      'u.identity',
      'u.action',
      'u.granted',
      'u.changed',
      'u.language',
      'u.channel',
      sql<string>`coalesce(s.name, u.source)`.as('source'),
      'u.browser',
      sql<KnownBy | null>`known_by(u.known_by, u.import_id, u.channel)`.as('knownBy'),
    ])
    .where('u.workspaceId', '=', workspaceId);
const asSubmission = (row: unknown): Submission => row as Submission;

export const findSubmission = async (
  db: Executor,
  workspaceId: string,
  id: string,
): Promise<Submission | undefined> => {
  const row = await submissions(db, workspaceId).where('u.id', '=', id).executeTakeFirst();
  return row && asSubmission(row);
};

/** The last submission to a form that is known to be of its data subject. */
export async function lastProved(
  db: Executor,
  workspaceId: string,
  consentId: string,
  uid: Buffer,
): Promise<Submission | undefined> {
  const row = await submissions(db, workspaceId)
    .innerJoin('consentCounters as n', (join) =>
      join.onRef('n.workspaceId', '=', 'u.workspaceId').onRef('n.consentId', '=', 'u.consentId'),
    )
    .where('u.uid', '=', uid)
    .where('u.consentId', '=', consentId)
    .where(isProved)
    .orderBy('u.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && asSubmission(row);
}

/** Submissions of one data subject, newest first; optionally of one form. */
export async function submissionsOf(
  db: Executor,
  workspaceId: string,
  uid: Buffer,
  limit: number,
  consentId?: string,
): Promise<Submission[]> {
  const rows = await submissions(db, workspaceId)
    .where('u.uid', '=', uid)
    .$if(consentId !== undefined, (query) => query.where('u.consentId', '=', consentId!))
    .orderBy('u.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(asSubmission);
}

/** The keys of `consent_subjects` of whoever chose on a form under a uid: the person, and each of their browsers. */
const subjectsOf = (workspaceId: string, consentId: string, uid: Buffer) =>
  // As an array they are looked up in the index; a subquery would read every subject of the form.
  sql<Buffer>`any(array(
    select ${uid}::bytea union all
    select uuid_send(u.browser) from user_consents u
     where u.workspace_id = ${workspaceId} and u.uid = ${uid} and u.consent_id = ${consentId} and u.browser is not null))`;

/**
 * The bits that were allowed at any time before a submission: by the data subject, or by the browser that made it. Of
 * submissions that retention has removed, what they allowed is stored with their subject.
 */
export async function allowedBefore(
  db: Executor,
  workspaceId: string,
  { uid, consentId, id, browser }: Pick<Submission, 'uid' | 'consentId' | 'id' | 'browser'>,
): Promise<number> {
  const removed = await db
    .selectFrom('consentSubjects')
    .select(sql<number | null>`bit_or(removed_granted)`.as('bits'))
    .where('workspaceId', '=', workspaceId)
    .where('consentId', '=', consentId)
    .where('uid', '=', browser === null ? subjectsOf(workspaceId, consentId, uid) : uuidBytes(browser))
    .where('removedUntil', '<', id)
    .executeTakeFirstOrThrow();
  const { bits } = await db
    .selectFrom('userConsents')
    .select(sql<number | null>`bit_or(granted)`.as('bits'))
    .where('workspaceId', '=', workspaceId)
    .where('uid', '=', uid)
    .where('consentId', '=', consentId)
    .where('id', '<', id)
    .$if(browser !== null, (query) => query.where('browser', '=', browser))
    .executeTakeFirstOrThrow();
  return unionOf([bits ?? 0, removed.bits ?? 0]);
}

export async function findVersion(
  db: Executor,
  workspaceId: string,
  consentId: string,
  version: number,
): Promise<{ content: ConsentContent; sha256: string } | undefined> {
  const row = await db
    .selectFrom('consentVersions')
    .select(['content', 'sha256'])
    .where('workspaceId', '=', workspaceId)
    .where('consentId', '=', consentId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row && { content: row.content as unknown as ConsentContent, sha256: row.sha256 };
}

/** Published records of purposes, by `id version`. */
export async function purposeRecords(
  db: Executor,
  workspaceId: string,
  wanted: readonly { id: string; version: number }[],
): Promise<Map<string, PurposeContent>> {
  const { rows } = await sql<{ purposeId: string; version: number; content: PurposeContent }>`
    select purpose_id, version, content from purpose_versions
    where workspace_id = ${workspaceId} and (purpose_id, version) in (select * from unnest(${wanted.map(({ id }) => id)}::uuid[], ${wanted.map(({ version }) => version)}::integer[]))`.execute(
    db,
  );
  return new Map(rows.map(({ purposeId, version, content }) => [`${purposeId} ${version}`, content]));
}

export const findForm = (db: Executor, workspaceId: string, id: string) =>
  db
    .selectFrom('consents as c')
    .innerJoin('workspaces as w', 'w.id', 'c.workspaceId')
    .select(['c.id', 'c.name', 'c.active'])
    .select(sql<boolean>`c.settings ->> 'level' = 'open'`.as('isOpen'))
    .select(sql<boolean>`coalesce(w.flags ->> 'consentEnabled' = 'true', false)`.as('isEnabled'))
    .where('c.workspaceId', '=', workspaceId)
    .where('c.id', '=', id)
    .executeTakeFirst();

/** The last choice on a form under a uid: of the person, and in each browser since; newest first. */
export const presentChoices = (db: Executor, workspaceId: string, consentId: string, uid: Buffer) =>
  db
    .selectFrom('consentSubjects')
    .select(['userConsentId', 'at', 'granted', 'version'])
    .select((eb) => eb('uid', '=', uid).$castTo<boolean>().as('isOfPerson'))
    .where('workspaceId', '=', workspaceId)
    .where('consentId', '=', consentId)
    .where('uid', '=', subjectsOf(workspaceId, consentId, uid))
    .orderBy('at', 'desc')
    .orderBy('userConsentId', 'desc')
    .execute();

// ── Receipts ────────────────────────────────────────────────────────────────────────────────────
export interface NewReceipt {
  workspaceId: string;
  id: string;
  userConsentId: string;
  consentId: string;
  document: Buffer;
  keyId: string;
  issuedBy: string | null;
  issuedAt: Date;
}

export const insertReceipt = async (db: Executor, row: NewReceipt): Promise<void> =>
  void (await db.insertInto('consentReceipts').values(row).execute());

export const findReceipt = (db: Executor, workspaceId: string, id: string) =>
  db
    .selectFrom('consentReceipts')
    .select(['id', 'userConsentId', 'consentId', 'document', 'keyId', 'issuedAt'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The workspace of a receipt, for callers that only have its address. */
export const workspaceOf = async (systemDb: Db, id: string): Promise<string | undefined> =>
  (await systemDb.selectFrom('consentReceipts').select('workspaceId').where('id', '=', id).executeTakeFirst())
    ?.workspaceId;

/** Receipts of submissions, newest first. */
export function receiptsOf(db: Executor, workspaceId: string, userConsentIds: readonly string[]) {
  if (userConsentIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('consentReceipts as r')
    .leftJoin('personnel as p', (join) =>
      join.onRef('p.workspaceId', '=', 'r.workspaceId').onRef('p.id', '=', 'r.issuedBy'),
    )
    .select(['r.id', 'r.userConsentId', 'r.keyId', 'r.issuedAt', 'p.name as issuedBy'])
    .where('r.workspaceId', '=', workspaceId)
    .where('r.userConsentId', 'in', userConsentIds)
    .orderBy('r.issuedAt', 'desc')
    .orderBy('r.id')
    .execute();
}

/** Whether the workspace exists, for callers without a membership. */
export const hasWorkspace = async (db: Executor, workspaceId: string): Promise<boolean> =>
  (await db
    .selectFrom('workspaceKeys')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .limit(1)
    .executeTakeFirst()) !== undefined;
