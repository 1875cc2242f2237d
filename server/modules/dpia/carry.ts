import { type DpiaDraft, dpiaDraft, type WorstCase } from '../../../shared/dpia/content.ts';
import type { DpiaFramework } from '../../../shared/dpia/framework.ts';
import type { Dpia } from '../../../shared/dpia/schema.ts';
import { appError } from '../../platform/errors.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { frameworkOf } from '../dpiaSettings/service.ts';
import { assignableOf } from './assignees.ts';
import { peopleIdsOf } from './freeze.ts';
import { derivedOf, dpiaRecord } from './record.ts';
import { suggestionOf } from './suggest.ts';
import { onScale, withMeasuresInForce } from './worstCases.ts';

/**
 * Copies an assessment of the older variant into a new one of the current variant, for its application; the older one
 * is not changed.
 * @throws 404, 409 `dpia.notOlder`
 */
export const carry = (ctx: WorkspaceContext, { id }: { id: string }): Promise<Dpia> =>
  ctx.transaction(async (trx) => {
    const older = await dpiaRecord.existing(trx, ctx, id);
    if (older.variant !== 'OLDER') throw appError('dpia.notOlder');
    const applicationId = older.application.id;
    const [framework, suggestion, assignable] = [
      await frameworkOf(trx, ctx.workspace.id, 'CURRENT'),
      await suggestionOf(trx, ctx, applicationId),
      await assignableOf(trx, ctx.workspace.id, peopleIdsOf(older.draft)),
    ];
    const draft = carriedDraft(older, framework, assignable);
    return dpiaRecord.insert(trx, ctx, draft, {
      variant: 'CURRENT',
      applicationId,
      framework: JSON.stringify(framework),
      suggestion: JSON.stringify(suggestion),
      ...derivedOf(draft, framework),
    });
  });

/**
 * The initial draft of the new assessment. Levels are converted to the other scale, to be confirmed one worst case at a
 * time. Answers to the older variant's items, files of consultations, and people who are no longer active are left out.
 */
function carriedDraft(
  { draft: { items: _items, consultation, worstCases, reviewerId, ...draft }, framework: older, ...record }: Dpia,
  framework: DpiaFramework,
  assignable: ReadonlySet<string>,
): DpiaDraft {
  const withoutFiles = (list: DpiaDraft['consultation']['internal']) => list.map((one) => ({ ...one, fileIds: [] }));
  const whoStays = (id: string | null) => (id !== null && assignable.has(id) ? id : null);
  const carried = (one: WorstCase): WorstCase => {
    const { treatment, ...onNew } = onScale(one, older.scale.width, framework.scale.width);
    return { ...onNew, treatment: treatment && { ...treatment, responsibleId: whoStays(treatment.responsibleId) } };
  };
  // Measures of resolved plans are in force; a draft of the next version has plans of its own.
  const isResolved = record.status === 'PUBLISHED' && record.treatmentStatus === 'RESOLVED';
  return dpiaDraft.parse({
    ...draft,
    reviewOn: null,
    reviewerId: whoStays(reviewerId),
    consultation: { internal: withoutFiles(consultation.internal), external: withoutFiles(consultation.external) },
    worstCases: (isResolved ? withMeasuresInForce(worstCases) : worstCases).map(carried),
  });
}
