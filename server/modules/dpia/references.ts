import type { Trx } from '../../../db/client.ts';
import type { DpiaDraft } from '../../../shared/dpia/content.ts';
import type { Dpia } from '../../../shared/dpia/schema.ts';
import { appError } from '../../platform/errors.ts';
import type { Edit } from '../../platform/records/editable.ts';
import { purposeIdsOf } from '../application/service.ts';
import { lockAssignable } from './assignees.ts';

const purposesOf = ({ purposes }: DpiaDraft) => purposes.map(({ purposeId }) => purposeId);
const measuresOf = ({ worstCases }: DpiaDraft) => worstCases.flatMap(({ securityMeasureIds }) => securityMeasureIds);

interface Issue {
  path: (string | number)[];
  key: string;
}

/**
 * Refuses purposes that the application does not have, security measures that the workspace does not have, and people
 * who cannot carry out plans or review assessments. References of the previous draft stay valid even where the register
 * no longer has them, or the person has left: another part of the assessment states that. @throws 400 by field
 */
export async function assertReferences(
  trx: Trx,
  workspaceId: string,
  draft: DpiaDraft,
  edit?: Edit<Dpia, DpiaDraft>,
): Promise<void> {
  const issues = [
    ...(edit ? await registerIssues(trx, workspaceId, draft, edit) : []),
    ...(await peopleIssues(trx, workspaceId, draft, edit?.stored)),
  ];
  if (issues.length > 0) throw appError('BAD_REQUEST', { issues });
}

async function registerIssues(
  trx: Trx,
  workspaceId: string,
  draft: DpiaDraft,
  { before, stored }: Edit<Dpia, DpiaDraft>,
): Promise<Issue[]> {
  const [oldPurposes, oldMeasures] = [new Set(purposesOf(stored)), new Set(measuresOf(stored))];
  const newPurposes = purposesOf(draft).filter((id) => !oldPurposes.has(id));
  const newMeasures = measuresOf(draft).filter((id) => !oldMeasures.has(id));
  const purposes = new Set(newPurposes.length > 0 ? await purposeIdsOf(trx, workspaceId, before.application.id) : []);
  const measures = new Set(newMeasures.length > 0 ? await securityMeasures(trx, workspaceId, newMeasures) : []);
  const isUnknown = (ids: readonly string[], known: ReadonlySet<string>, id: string) =>
    ids.includes(id) && !known.has(id);
  return [
    ...draft.purposes.flatMap(({ purposeId }, index) =>
      isUnknown(newPurposes, purposes, purposeId)
        ? [{ path: ['purposes', index, 'purposeId'], key: 'errors:choice' }]
        : [],
    ),
    ...draft.worstCases.flatMap(({ securityMeasureIds }, index) =>
      securityMeasureIds.some((id) => isUnknown(newMeasures, measures, id))
        ? [{ path: ['worstCases', index, 'securityMeasureIds'], key: 'errors:choice' }]
        : [],
    ),
  ];
}

/** People that are newly named, where they are named: of a worst case, by its id, somebody else than before. */
async function peopleIssues(
  trx: Trx,
  workspaceId: string,
  { worstCases, reviewerId }: DpiaDraft,
  stored?: DpiaDraft,
): Promise<Issue[]> {
  const before = new Map(stored?.worstCases.map(({ id, treatment }) => [id, treatment?.responsibleId]));
  const named = worstCases.flatMap(({ id, treatment }, index) => {
    const personId = treatment?.responsibleId;
    return personId && personId !== before.get(id)
      ? [{ personId, path: ['worstCases', index, 'treatment', 'responsibleId'], key: 'dpia:responsibleInactive' }]
      : [];
  });
  const reviewer =
    reviewerId && reviewerId !== stored?.reviewerId
      ? [{ personId: reviewerId, path: ['reviewerId'], key: 'dpia:reviewerInactive' }]
      : [];
  const people = [...named, ...reviewer];
  const ids = [...new Set(people.map(({ personId }) => personId))];
  const assignable = await lockAssignable(trx, workspaceId, ids);
  return people.flatMap(({ personId, ...issue }) => (assignable.has(personId) ? [] : [issue]));
}

/** Those of the security measures that the workspace has. */
const securityMeasures = async (trx: Trx, workspaceId: string, ids: readonly string[]): Promise<string[]> => {
  const rows = await trx
    .selectFrom('catalogueItems')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('kind', '=', 'securityMeasure')
    .where('id', 'in', [...ids])
    .execute();
  return rows.map(({ id }) => id);
};
