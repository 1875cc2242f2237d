import type { Trx } from '../../../db/client.ts';
import type { DpiaDraft } from '../../../shared/dpia/content.ts';
import type { Dpia } from '../../../shared/dpia/schema.ts';
import { appError } from '../../platform/errors.ts';
import type { Edit } from '../../platform/records/editable.ts';
import { purposeIdsOf } from '../application/service.ts';

const purposesOf = ({ purposes }: DpiaDraft) => purposes.map(({ purposeId }) => purposeId);
const measuresOf = ({ worstCases }: DpiaDraft) => worstCases.flatMap(({ securityMeasureIds }) => securityMeasureIds);

/**
 * Refuses purposes that the application does not have, and security measures that the workspace does not have.
 * References of the previous draft stay valid even where the register no longer has them: another part of the
 * assessment states that. @throws 400 by field
 */
export async function assertReferences(
  trx: Trx,
  workspaceId: string,
  draft: DpiaDraft,
  { before, stored }: Edit<Dpia, DpiaDraft>,
): Promise<void> {
  const [oldPurposes, oldMeasures] = [new Set(purposesOf(stored)), new Set(measuresOf(stored))];
  const newPurposes = purposesOf(draft).filter((id) => !oldPurposes.has(id));
  const newMeasures = measuresOf(draft).filter((id) => !oldMeasures.has(id));
  const purposes = new Set(newPurposes.length > 0 ? await purposeIdsOf(trx, workspaceId, before.application.id) : []);
  const measures = new Set(newMeasures.length > 0 ? await securityMeasures(trx, workspaceId, newMeasures) : []);
  const isUnknown = (ids: readonly string[], known: ReadonlySet<string>, id: string) =>
    ids.includes(id) && !known.has(id);
  const issues = [
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
  if (issues.length > 0) throw appError('BAD_REQUEST', { issues });
}

/** Those of the security measures that the workspace has. */
export const securityMeasures = async (trx: Trx, workspaceId: string, ids: readonly string[]): Promise<string[]> => {
  const rows = await trx
    .selectFrom('catalogueItems')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('kind', '=', 'securityMeasure')
    .where('id', 'in', [...ids])
    .execute();
  return rows.map(({ id }) => id);
};
