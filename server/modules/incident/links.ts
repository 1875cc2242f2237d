import { sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import type { IncidentFields } from '../../../shared/incident/schema.ts';
import { appError } from '../../platform/errors.ts';

/** A record that an incident names. `id` is null once the record is deleted; its name stays. */
export interface Link {
  readonly id: string | null;
  readonly name: { th: string; en: string };
  /** Of a personal data category: whether it is sensitive (section 26). */
  readonly sensitive?: boolean;
}
interface NewLink extends Link {
  readonly id: string;
}

const KINDS = {
  application: { field: 'applicationIds', column: 'applicationId' },
  dataSubjectGroup: { field: 'dataSubjectGroupIds', column: 'catalogueItemId' },
  purpose: { field: 'purposeIds', column: 'purposeId' },
  piiCategory: { field: 'piiCategoryIds', column: 'piiCategoryId' },
} as const;
type Kind = keyof typeof KINDS;
const KIND_KEYS = Object.keys(KINDS) as Kind[];

export type Links = Record<Kind, Link[]>;
export type LinkFields = Pick<
  IncidentFields,
  'applicationIds' | 'dataSubjectGroupIds' | 'purposeIds' | 'piiCategoryIds'
>;
type NewLinks = Record<Kind, NewLink[]>;

const named = ({ id, th, en, ...more }: { id: string; th: string; en: string; sensitive?: boolean }): NewLink => ({
  id,
  name: { th, en: en || th },
  ...more,
});

/** Those of the ids that exist in the workspace, with their names. */
async function known(trx: Trx, ws: string, kind: Kind, ids: readonly string[]): Promise<NewLink[]> {
  if (ids.length === 0) return [];
  const rows: { id: string; th: string; en: string; sensitive?: boolean }[] = await {
    application: () =>
      trx
        .selectFrom('applications')
        .select(['id', 'name as th', 'name as en'])
        .where('workspaceId', '=', ws)
        .where('id', 'in', ids)
        .execute(),
    dataSubjectGroup: () =>
      trx
        .selectFrom('catalogueItems')
        .select(['id', 'nameTh as th', 'nameEn as en'])
        .where('workspaceId', '=', ws)
        .where('kind', '=', 'dataSubjectGroup')
        .where('id', 'in', ids)
        .execute(),
    purpose: () =>
      trx
        .selectFrom('purposes')
        .select(['id', 'titleTh as th', 'titleEn as en'])
        .where('workspaceId', '=', ws)
        .where('id', 'in', ids)
        .execute(),
    piiCategory: () =>
      trx
        .selectFrom('piiCategories')
        .select(['id', 'nameTh as th', 'nameEn as en', 'sensitive'])
        .where('workspaceId', '=', ws)
        .where('id', 'in', ids)
        .execute(),
  }[kind]();
  return rows.map(named);
}

/**
 * A report names an application, unless the workspace has none: then it is added before the report is accepted. One
 * that was deleted since is still named.
 * @param before the applications that the stored report names
 * @throws 400 `applicationIds`
 */
export async function assertApplicationNamed(
  trx: Trx,
  workspaceId: string,
  { applicationIds }: LinkFields,
  before: readonly Link[] = [],
): Promise<void> {
  if (applicationIds.length > 0 || before.some(({ id }) => id === null)) return;
  const one = await trx
    .selectFrom('applications')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirst();
  if (one) throw appError('BAD_REQUEST', { at: 'applicationIds', text: 'errors:required' });
}

/** The records that a report names, in its order. @throws 400 at each id that the workspace does not have */
export async function resolveLinks(trx: Trx, workspaceId: string, fields: LinkFields): Promise<NewLinks> {
  const links = {} as NewLinks;
  const unknown: { path: (string | number)[]; key: string }[] = [];
  for (const kind of KIND_KEYS) {
    const { field } = KINDS[kind];
    const byId = new Map((await known(trx, workspaceId, kind, fields[field])).map((link) => [link.id, link]));
    fields[field].forEach((id, index) => byId.has(id) || unknown.push({ path: [field, index], key: 'errors:choice' }));
    links[kind] = fields[field].flatMap((id) => byId.get(id) ?? []);
  }
  if (unknown.length > 0) throw appError('BAD_REQUEST', { issues: unknown });
  return links;
}

const COLUMNS = [
  'incidentId',
  'kind',
  'applicationId',
  'purposeId',
  'piiCategoryId',
  'catalogueItemId',
  'nameTh',
  'nameEn',
] as const;

/** Records that these incidents name, by incident; optionally of one kind. */
export async function linksOf(
  db: Executor,
  workspaceId: string,
  incidentIds: readonly string[],
  only?: Kind,
): Promise<(incidentId: string) => Links> {
  const none = (): Links => ({ application: [], dataSubjectGroup: [], purpose: [], piiCategory: [] });
  if (incidentIds.length === 0) return none;
  let rows = db
    .selectFrom('incidentLinks as l')
    .leftJoin('piiCategories as c', (join) =>
      join.onRef('c.workspaceId', '=', 'l.workspaceId').onRef('c.id', '=', 'l.piiCategoryId'),
    )
    .select(COLUMNS.map((column) => `l.${column}` as const))
    .select('c.sensitive')
    .where('l.workspaceId', '=', workspaceId)
    .where('l.incidentId', 'in', incidentIds);
  if (only) rows = rows.where('l.kind', '=', only);
  const found = new Map<string, Links>();
  const sorted = rows.orderBy('l.kind').orderBy('l.position');
  for (const { incidentId, kind, nameTh, nameEn, sensitive, ...row } of await sorted.execute()) {
    const links = found.get(incidentId) ?? none();
    found.set(incidentId, links);
    links[kind as Kind].push({
      id: row[KINDS[kind as Kind].column],
      name: { th: nameTh, en: nameEn },
      ...(sensitive !== null && { sensitive }),
    });
  }
  return (incidentId) => found.get(incidentId) ?? none();
}

/**
 * Locks the counters of these applications for the incident's month, in a fixed order: removals and additions are two
 * statements, and two edits that exchange applications would otherwise deadlock.
 */
async function lockCounts(
  trx: Trx,
  workspaceId: string,
  incidentId: string,
  applicationIds: readonly string[],
): Promise<void> {
  await sql`
    insert into incident_application_months as m (workspace_id, application_id, month)
    select i.workspace_id, a.id, incident_month(i.created_at) from incidents as i, unnest(${[...new Set(applicationIds)]}::uuid[]) as a (id)
    where i.workspace_id = ${workspaceId} and i.id = ${incidentId} order by a.id
    on conflict (workspace_id, application_id, month) do update set incidents = m.incidents`.execute(trx);
}

/**
 * Writes the links of an incident, after the incident itself: its counters come before those of the applications. Names
 * of deleted records stay, before the chosen ones: they cannot be chosen again, and the incident is evidence.
 * @returns the links from then on
 */
export async function writeLinks(
  trx: Trx,
  workspaceId: string,
  incidentId: string,
  before: Links,
  after: NewLinks,
): Promise<Links> {
  const links = { ...before };
  for (const kind of KIND_KEYS) {
    const had = before[kind];
    const wanted: Link[] = [...had.filter(({ id }) => id === null), ...after[kind]];
    links[kind] = wanted;
    if (JSON.stringify(had) === JSON.stringify(wanted)) continue;
    if (kind === 'application' && had.length > 0)
      await lockCounts(
        trx,
        workspaceId,
        incidentId,
        [...had, ...wanted].flatMap(({ id }) => id ?? []),
      );
    if (had.length > 0)
      await trx
        .deleteFrom('incidentLinks')
        .where('workspaceId', '=', workspaceId)
        .where('incidentId', '=', incidentId)
        .where('kind', '=', kind)
        .execute();
    if (wanted.length === 0) continue;
    const { column } = KINDS[kind];
    await trx
      .insertInto('incidentLinks')
      .values(
        wanted.map(({ id, name }, position) => ({
          workspaceId,
          incidentId,
          kind,
          position,
          nameTh: name.th,
          nameEn: name.en,
          [column]: id,
        })),
      )
      .execute();
  }
  return links;
}
