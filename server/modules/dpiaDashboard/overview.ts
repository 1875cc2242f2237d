import type { DpiaVariant } from '../../../shared/dpia/framework.ts';
import { OVERDUE_LIMIT, type OverdueRecords } from '../../../shared/overview/schema.ts';
import type { Trx } from '../../../db/client.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { lastSecondOf } from '../../../shared/bangkok.ts';
import type { Moments, OverviewPart } from '../../platform/overview/card.ts';
import { translate } from '../../platform/i18n.ts';
import * as overdueQueries from './overdueQueries.ts';
import * as queries from './queries.ts';

/** Pages of the assessments of a variant, and what its overdue reviews are called. */
const PAGES = {
  CURRENT: { list: 'dpias', record: 'dpia', counted: 'reviews' },
  OLDER: { list: 'dpiasVersion1', record: 'dpiaVersion1', counted: 'olderReviews' },
} as const satisfies Record<DpiaVariant, object>;

/** The state of impact assessments: overdue plans and reviews, drafts, remaining high risks. */
export const overview: OverviewPart = {
  permission: 'dpia.dashboard',
  // A draft keeps neither when it was begun nor its risks of a week ago.
  async card(trx, { workspace: { id } }, moments) {
    const [groups, plans, reviews] = await Promise.all([
      queries.groups(trx, id),
      overduePlans(trx, id, moments),
      overdueReviews(trx, id, moments),
    ]);
    const overdue = [plans, ...reviews];
    const own = groups.filter(({ variant }) => variant === 'CURRENT');
    const count = (fits: (row: queries.DpiaGroup) => boolean) =>
      own.filter(fits).reduce((total, { dpias }) => total + dpias, 0);
    const inWork = count(({ status }) => status === 'DRAFT');
    const extreme = count(({ residualRisk }) => residualRisk === 'EXTREME');
    const high = count(({ residualRisk }) => residualRisk === 'HIGH');
    const toDo = inWork + extreme + high > 0;
    const isOverdue = overdue.some(({ total }) => total > 0);
    return {
      state: isOverdue ? 'overdue' : toDo ? 'attention' : groups.length > 0 ? 'inOrder' : 'empty',
      overdue,
      figures: [
        { key: 'drafts', value: inWork, weekAgo: null, address: pageAddress('dpias', { status: 'DRAFT' }) },
        { key: 'extreme', value: extreme, weekAgo: null, address: pageAddress('dpias', { risk: 'EXTREME' }) },
        { key: 'high', value: high, weekAgo: null, address: pageAddress('dpias', { risk: 'HIGH' }) },
      ],
      address: pageAddress('dpiaDashboard'),
    };
  },
};

/** Overdue open treatment plans, counted like in their list. */
async function overduePlans(trx: Trx, workspaceId: string, moments: Moments): Promise<OverdueRecords> {
  const { total, weekAgo, rows } = await overdueQueries.plans(trx, workspaceId, moments, OVERDUE_LIMIT);
  return {
    total,
    weekAgo,
    counted: 'plans',
    unit: 'days',
    records: rows.map(({ id, titleTh, titleEn, assessment, expectedOn }) => ({
      id,
      title: { th: `${titleTh} (${assessment})`, en: titleEn && `${titleEn} (${assessment})` },
      dueAt: lastSecondOf(expectedOn),
      address: pageAddress('treatmentPlan', { id }),
    })),
    address: pageAddress('treatmentPlans', { due: 'OVERDUE' }),
  };
}

/**
 * Overdue reviews of published assessments, counted like in their lists; those of the older variant where there are
 * any.
 */
async function overdueReviews(trx: Trx, workspaceId: string, moments: Moments): Promise<OverdueRecords[]> {
  const variants = await overdueQueries.reviews(trx, workspaceId, moments, OVERDUE_LIMIT);
  const part = { th: translate('th', 'dpia:review'), en: translate('en', 'dpia:review') };
  return variants
    .filter(({ variant, total, weekAgo }) => variant === 'CURRENT' || total + weekAgo > 0)
    .map(({ variant, total, weekAgo, rows }) => {
      const { list, record, counted } = PAGES[variant];
      return {
        total,
        weekAgo,
        counted,
        unit: 'days',
        records: rows.map(({ id, name, reviewOn }) => ({
          id,
          title: name,
          part,
          dueAt: lastSecondOf(reviewOn),
          address: pageAddress(record, { id }),
        })),
        address: pageAddress(list, { review: 'OVERDUE' }),
      };
    });
}
