import type { z } from 'zod';
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

/**
 * What the record of processing states about these applications: groups and number of data subjects, purposes, and
 * categories. @throws 400 for an application that the workspace does not have
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
    const purposeIds = purposes.map(({ id }) => id);
    const categories =
      purposeIds.length === 0
        ? []
        : await trx
            .selectFrom('piiCategories as c')
            .select(['c.id', 'c.nameTh as th', 'c.nameEn as en', 'c.sensitive'])
            .where('c.workspaceId', '=', ws)
            .where('c.id', 'in', (of) =>
              of
                .selectFrom('purposePiiCategories')
                .select('piiCategoryId')
                .where('workspaceId', '=', ws)
                .where('purposeId', 'in', purposeIds),
            )
            .orderBy(thai('c.nameTh'))
            .orderBy('c.id')
            .limit(100)
            .execute();
    const groups =
      purposeIds.length === 0
        ? []
        : await trx
            .selectFrom('catalogueItems as g')
            .select(['g.id', 'g.nameTh as th', 'g.nameEn as en'])
            .where('g.workspaceId', '=', ws)
            .where('g.kind', '=', 'dataSubjectGroup')
            .where('g.id', 'in', (of) =>
              of
                .selectFrom('purposeCatalogueItems')
                .select('itemId')
                .where('workspaceId', '=', ws)
                .where('purposeId', 'in', purposeIds),
            )
            .orderBy(thai('g.nameTh'))
            .orderBy('g.id')
            .limit(50)
            .execute();
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
