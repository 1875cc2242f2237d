import type { ListRule } from '../listRule.ts';
import { PROCESSING_ROLES } from '../purpose/processingRole.ts';

/** Values of the filter that tells drafts from what is published. */
export const PUBLISH_FILTER = ['ALL', 'PUBLISHED', 'DRAFT'] as const;

/** Applications of the record of processing. `complete`: only those with all items complete, or only the others.
 * `reviewOverdue`: only those whose review should have been done. */
export const APPLICATION_LIST = {
  sortBy: ['updatedAt', 'createdAt', 'name', 'status', 'dataSubjectCount', 'completeness'],
  filters: {
    status: PUBLISH_FILTER,
    dataControllerId: 'id',
    processingRole: PROCESSING_ROLES,
    complete: 'boolean',
    reviewOverdue: 'flag',
  },
} as const satisfies ListRule;
