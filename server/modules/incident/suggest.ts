import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { IncidentSuggestion, suggestIncident } from '../../../shared/incident/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { thai } from '../../platform/list/list.ts';

const NOTHING: IncidentSuggestion = {
  subjectCount: null,
  sensitive: false,
  purposes: [],
  piiCategories: [],
  dataSubjectGroups: [],
};

interface Scope {
  readonly ws: string;
  readonly applicationIds: readonly string[];
  /** The purposes of the applications; without any there are no mapping entries either. */
  readonly purposeIds: readonly string[];
}

/**
 * Categories that purposes list, or whose attributes mapping entries use; a sensitive attribute makes its category
 * sensitive.
 */
async function categoriesOf(trx: Trx, { ws, applicationIds, purposeIds }: Scope) {
  if (purposeIds.length === 0) return [];
  const mapped = trx
    .selectFrom('inventoryTotals')
    .select('piiCategoryId')
    .where('workspaceId', '=', ws)
    .where('applicationId', 'in', applicationIds);
  return trx
    .selectFrom('piiCategories as c')
    .select(['c.id', 'c.nameTh as th', 'c.nameEn as en'])
    .select((eb) =>
      eb
        .or([eb('c.sensitive', '=', true), eb('c.id', 'in', mapped.where('sensitiveUses', '>', 0))])
        .$castTo<boolean>()
        .as('sensitive'),
    )
    .where('c.workspaceId', '=', ws)
    .where('c.id', 'in', (of) =>
      of
        .selectFrom('purposePiiCategories')
        .select('piiCategoryId')
        .where('workspaceId', '=', ws)
        .where('purposeId', 'in', purposeIds)
        .union(mapped),
    )
    .orderBy(thai('c.nameTh'))
    .orderBy('c.id')
    .limit(100)
    .execute();
}

/** Groups of data subjects of purposes and of mapping entries. */
async function groupsOf(trx: Trx, { ws, applicationIds, purposeIds }: Scope) {
  if (purposeIds.length === 0) return [];
  const mapped = trx
    .selectFrom('dataFlows')
    .select('dataSubjectGroupId as itemId')
    .where('workspaceId', '=', ws)
    .where('applicationId', 'in', applicationIds);
  return trx
    .selectFrom('catalogueItems as g')
    .select(['g.id', 'g.nameTh as th', 'g.nameEn as en'])
    .where('g.workspaceId', '=', ws)
    .where('g.kind', '=', 'dataSubjectGroup')
    .where('g.id', 'in', (of) =>
      of
        .selectFrom('purposeCatalogueItems')
        .select('itemId')
        .where('workspaceId', '=', ws)
        .where('purposeId', 'in', purposeIds)
        .union(mapped),
    )
    .orderBy(thai('g.nameTh'))
    .orderBy('g.id')
    .limit(50)
    .execute();
}

/**
 * What the record of processing states about these applications: groups and number of data subjects, purposes, and
 * categories, by the purposes and by the data mappings. @throws 400 for an application that the workspace does not have
 */
export function suggest(
  ctx: WorkspaceContext,
  { applicationIds }: z.output<typeof suggestIncident>,
): Promise<IncidentSuggestion> {
  if (applicationIds.length === 0) return Promise.resolve(NOTHING);
  return ctx.transaction(async (trx) => {
    const ws = ctx.workspace.id;
    const applications = await trx
      .selectFrom('applications')
      .select('dataSubjectCount')
      .where('workspaceId', '=', ws)
      .where('id', 'in', applicationIds)
      .execute();
    if (applications.length < applicationIds.length) throw appError('incident.noApplication', { at: 'applicationIds' });
    const purposes = await trx
      .selectFrom('purposes as p')
      .select(['p.id', 'p.titleTh as th', 'p.titleEn as en'])
      .where('p.workspaceId', '=', ws)
      .where('p.id', 'in', (of) =>
        of
          .selectFrom('applicationPurposes')
          .select('purposeId')
          .where('workspaceId', '=', ws)
          .where('applicationId', 'in', applicationIds),
      )
      .orderBy(thai('p.titleTh'))
      .orderBy('p.id')
      // As many as a report can name.
      .limit(200)
      .execute();
    const scope = { ws, applicationIds, purposeIds: purposes.map(({ id }) => id) };
    const categories = await categoriesOf(trx, scope);
    const groups = await groupsOf(trx, scope);
    const counts = applications.flatMap(({ dataSubjectCount }) =>
      dataSubjectCount === null ? [] : [Number(dataSubjectCount)],
    );
    const choice = ({ id, th, en }: { id: string; th: string; en: string }) => ({ id, name: { th, en: en || th } });
    return {
      subjectCount: counts.length > 0 ? counts.reduce((sum, one) => sum + one, 0) : null,
      sensitive: categories.some(({ sensitive }) => sensitive),
      purposes: purposes.map(choice),
      piiCategories: categories.map((category) => ({ ...choice(category), sensitive: category.sensitive })),
      dataSubjectGroups: groups.map(choice),
    };
  });
}
