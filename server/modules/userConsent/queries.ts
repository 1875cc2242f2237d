import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import { CUSTOM_PLAN } from '../../../db/statementNames.ts';
import type { ConsentAction, KnownBy } from '../../../shared/userConsent/schema.ts';

/** A submission as it is stored, with the name of its source. */
export interface UserConsentRow {
  readonly id: string;
  readonly consentId: string;
  readonly at: string;
  readonly version: number;
  readonly uid: Buffer;
  readonly identity: Buffer;
  readonly action: ConsentAction;
  readonly granted: number;
  readonly changed: boolean;
  readonly hasGuardian: boolean;
  readonly language: 'th' | 'en';
  readonly channel: string;
  readonly source: string;
  /** Null: stored before this column existed. */
  readonly knownBy: KnownBy | null;
}

/** Ids from `from` on and before `to`; left out: unbounded. */
export interface IdRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
export type Direction = 'ASC' | 'DESC';

type Condition = RawBuilder<SqlBool>;
const all = (conditions: readonly Condition[]): Condition =>
  sql<SqlBool>`${sql.join([...conditions], sql` and `)} ${sql.raw(CUSTOM_PLAN)}`;
const inOrder = (direction: Direction) => (direction === 'ASC' ? sql`asc` : sql`desc`);

/** Conditions on `c`, the submissions. */
export const ofForm = (workspaceId: string, consentId: string): Condition =>
  sql`c.workspace_id = ${workspaceId} and c.consent_id = ${consentId}`;
export const ofSubject = (workspaceId: string, uid: Buffer): Condition =>
  sql`c.workspace_id = ${workspaceId} and c.uid = ${uid}`;
export const inRange = ({ from, to }: IdRange): Condition =>
  all([
    sql`true`,
    ...(from === undefined ? [] : [sql<SqlBool>`c.id >= ${from}::uuid`]),
    ...(to === undefined ? [] : [sql<SqlBool>`c.id < ${to}::uuid`]),
  ]);
export const both = (...conditions: Condition[]): Condition => all(conditions);

const COLUMNS = sql`c.id, c.consent_id, c.at, c.version, c.uid, c.identity, c.action, c.granted, c.changed, c.has_guardian, c.language, c.channel, known_by(c.known_by, c.import_id, c.channel) as known_by`;

/** The rows of a query with the names of their sources, in the order of their ids. */
const named = (rows: RawBuilder<unknown>, direction: Direction) => sql<UserConsentRow>`
  select ${COLUMNS}, coalesce(s.name, c.source) as source from (${rows}) c
    left join consent_sources s on s.workspace_id = c.workspace_id and s.consent_id = c.consent_id and s.id = c.source_id
   order by c.id ${inOrder(direction)}`;

/** Submissions in the order of their ids, `limit` of them after `offset`. */
export async function rowsOf(
  db: Executor,
  where: Condition,
  { direction, limit, offset = 0 }: { direction: Direction; limit: number; offset?: number },
): Promise<UserConsentRow[]> {
  const { rows } = await named(
    sql`select * from user_consents c where ${where} order by c.id ${inOrder(direction)} limit ${limit} offset ${offset}`,
    direction,
  ).execute(db);
  return rows;
}

/**
 * The query that an export copies: id, time and identity, then the facts that many submissions share (read by
 * exportRows.ts).
 */
export const copied = (where: Condition, limit: number): RawBuilder<unknown> =>
  sql`select c.id::text, c.at, c.identity, c.version, c.granted, c.changed, c.action, c.language, c.channel, known_by(c.known_by, c.import_id, c.channel), coalesce(s.name, c.source)
    from (select * from user_consents c where ${where} order by c.id limit ${limit}) c
    left join consent_sources s on s.workspace_id = c.workspace_id and s.consent_id = c.consent_id and s.id = c.source_id
   order by c.id`;

/** The same over several ranges; each is read completely, so only pass those that the page needs. */
export async function rowsIn(
  db: Executor,
  ranges: readonly { from: string; to: string }[],
  where: Condition,
  { direction, limit, offset }: { direction: Direction; limit: number; offset: number },
): Promise<UserConsentRow[]> {
  const froms = ranges.map(({ from }) => from);
  const tos = ranges.map(({ to }) => to);
  const { rows } = await named(
    // "offset 0" prevents the planner from reading the entire form and joining the ranges to it.
    sql`select c.* from unnest(${froms}::uuid[], ${tos}::uuid[]) as r (since, until)
      cross join lateral (select * from user_consents c where ${where} and c.id >= r.since and c.id < r.until offset 0) c
      order by c.id ${inOrder(direction)} limit ${limit} offset ${offset}`,
    direction,
  ).execute(db);
  return rows;
}

export async function countOf(db: Executor, where: Condition): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from user_consents c where ${where}`.execute(
    db,
  );
  return rows[0]!.count;
}

export interface Counters {
  readonly submissions: number;
  readonly subjects: number;
  readonly acceptingAll: number;
  readonly acceptingSome: number;
  readonly declining: number;
  readonly allowing: number[];
  /** How often submissions were removed. */
  readonly removals: number;
}
const NONE: Counters = {
  submissions: 0,
  subjects: 0,
  acceptingAll: 0,
  acceptingSome: 0,
  declining: 0,
  allowing: [],
  removals: 0,
};

/** The counters of a form; zeros for one that has never been published. */
export async function countersOf(db: Executor, workspaceId: string, consentId: string): Promise<Counters> {
  const row = await db
    .selectFrom('consentCounters')
    .select(['submissions', 'subjects', 'acceptingAll', 'acceptingSome', 'declining', 'allowing', 'removals'])
    .where('workspaceId', '=', workspaceId)
    .where('consentId', '=', consentId)
    .executeTakeFirst();
  return (row as Counters | undefined) ?? NONE;
}

/** Numbers and names of a form's stored sources, by name. */
export const sourcesOf = (
  db: Executor,
  workspaceId: string,
  consentId: string,
): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('consentSources')
    .select(['id', 'name'])
    .where('workspaceId', '=', workspaceId)
    .where('consentId', '=', consentId)
    .orderBy('name')
    .execute();

/** The bit of a purpose in a form; undefined for one that it never asked for. */
export async function bitOf(
  db: Executor,
  workspaceId: string,
  consentId: string,
  purposeId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('consentPurposes')
    .select('bit')
    .where('workspaceId', '=', workspaceId)
    .where('consentId', '=', consentId)
    .where('purposeId', '=', purposeId)
    .executeTakeFirst();
  return row?.bit;
}

export const find = async (
  db: Executor,
  workspaceId: string,
  userConsentId: string,
): Promise<UserConsentRow | undefined> =>
  (
    await rowsOf(db, sql`c.workspace_id = ${workspaceId} and c.id = ${userConsentId}::uuid`, {
      direction: 'ASC',
      limit: 1,
    })
  )[0];

/** The published content of a version with its stored hash. */
export const versionOf = (
  db: Executor,
  workspaceId: string,
  consentId: string,
  version: number,
): Promise<{ content: unknown; sha256: string }> =>
  db
    .selectFrom('consentVersions')
    .select(['content', 'sha256'])
    .where('workspaceId', '=', workspaceId)
    .where('consentId', '=', consentId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();

export const receiptsOf = (
  db: Executor,
  workspaceId: string,
  userConsentId: string,
): Promise<{ id: string; issuedAt: string }[]> =>
  db
    .selectFrom('consentReceipts')
    .select(['id', 'issuedAt'])
    .where('workspaceId', '=', workspaceId)
    .where('userConsentId', '=', userConsentId)
    .orderBy('issuedAt', 'desc')
    .orderBy('id')
    .execute();

/** The forms that a data subject answered, and how often. */
export const formsOfSubject = (
  db: Executor,
  workspaceId: string,
  uid: Buffer,
): Promise<{ id: string; name: string; submissions: number }[]> =>
  db
    .selectFrom('userConsents as u')
    .innerJoin('consents as c', (join) =>
      join.onRef('c.workspaceId', '=', 'u.workspaceId').onRef('c.id', '=', 'u.consentId'),
    )
    .select(['c.id', 'c.name', sql<number>`count(*)`.as('submissions')])
    .where('u.workspaceId', '=', workspaceId)
    .where('u.uid', '=', uid)
    .groupBy(['c.id', 'c.name'])
    .orderBy('c.name')
    .orderBy('c.id')
    .execute();

/** The choice before a submission, as far as it is stored. */
interface ChoiceBefore {
  readonly choice: { readonly granted: number; readonly version: number } | undefined;
  /** Whether retention has removed submissions of its subject since that choice, or any where it is missing. */
  readonly isGap: boolean;
}

/** For each submission the previous choice of the same data subject in the same form, or of the same browser. */
export async function choicesBefore(
  db: Executor,
  workspaceId: string,
  uid: Buffer,
  ids: readonly string[],
): Promise<Map<string, ChoiceBefore>> {
  const { rows } = await sql<{ id: string; granted: number | null; version: number | null; isGap: boolean }>`
    select c.id, before.granted, before.version,
      coalesce(s.removed_until > coalesce(before.id, '00000000-0000-0000-0000-000000000000'), false) as is_gap
      from user_consents c
      left join lateral (
        select b.id, b.granted, b.version from user_consents b
         where b.workspace_id = ${workspaceId} and b.uid = c.uid and b.consent_id = c.consent_id and (c.browser is null or b.browser = c.browser) and b.id < c.id order by b.id desc limit 1) before on true
      left join lateral (
        select s.removed_until from consent_subjects s
         where s.workspace_id = ${workspaceId} and s.uid = coalesce(uuid_send(c.browser), c.uid) and s.consent_id = c.consent_id limit 1) s on true
     where ${ofSubject(workspaceId, uid)} and c.id = any(${ids}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, granted, version, isGap }) => [
      id,
      { choice: granted === null || version === null ? undefined : { granted, version }, isGap },
    ]),
  );
}

export const byIds = (db: Executor, workspaceId: string, ids: readonly string[]): Promise<UserConsentRow[]> =>
  rowsOf(db, sql`c.workspace_id = ${workspaceId} and c.id = any(${[...ids]}::uuid[])`, {
    direction: 'ASC',
    limit: ids.length,
  });
