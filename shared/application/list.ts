import { type ListRule, PUBLISH_FILTER } from '../listRule.ts';
import { PROCESSING_ROLES } from '../purpose/processingRole.ts';

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
