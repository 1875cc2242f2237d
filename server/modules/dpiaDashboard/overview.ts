import { OVERDUE_SHOWN, type OverdueRecords } from '../../../shared/overview/schema.ts';
import type { Trx } from '../../../db/client.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { bangkokDay, lastSecondOf } from '../../platform/database/bangkokDays.ts';
import type { Moments, OverviewPart } from '../../platform/overview/card.ts';
import * as queries from './queries.ts';

/** The state of impact assessments: drafts, remaining high risks, overdue reviews, and overdue plans. */
export const overview: OverviewPart = {
  permission: 'dpia.dashboard',
  async card(trx, { workspace: { id } }, moments) {
    const [groups, overdue, reminders] = await Promise.all([
      queries.groups(trx, id),
      overduePlans(trx, id, moments),
      queries.reminders(trx, id, bangkokDay(moments.now)),
    ]);
    const reviewsOverdue = reminders.find(({ variant }) => variant === 'CURRENT')?.overdue ?? 0;
    const own = groups.filter(({ variant }) => variant === 'CURRENT');
    const count = (fits: (row: queries.DpiaGroup) => boolean) =>
      own.filter(fits).reduce((total, { dpias }) => total + dpias, 0);
    const inWork = count(({ status }) => status === 'DRAFT');
    const extreme = count(({ residualRisk }) => residualRisk === 'EXTREME');
    const high = count(({ residualRisk }) => residualRisk === 'HIGH');
    const toDo = inWork + extreme + high > 0;
    return {
      state:
        overdue.total + reviewsOverdue > 0 ? 'overdue' : toDo ? 'attention' : groups.length > 0 ? 'inOrder' : 'empty',
      overdue,
      figures: [
        { key: 'drafts', value: inWork, weekAgo: null, address: pageAddress('dpias', { status: 'DRAFT' }) },
        { key: 'extreme', value: extreme, weekAgo: null, address: pageAddress('dpias', { risk: 'EXTREME' }) },
        { key: 'high', value: high, weekAgo: null, address: pageAddress('dpias', { risk: 'HIGH' }) },
        {
          key: 'reviews',
          value: reviewsOverdue,
          weekAgo: null,
          address: pageAddress('dpias', { review: 'OVERDUE' }),
        },
      ],
      address: pageAddress('dpiaDashboard'),
    };
  },
};

/** Overdue open treatment plans, counted like in their list. */
async function overduePlans(trx: Trx, workspaceId: string, { now }: Moments): Promise<OverdueRecords> {
  const { total, rows } = await queries.overduePlans(trx, workspaceId, bangkokDay(now), OVERDUE_SHOWN);
  return {
    total,
    weekAgo: null,
    unit: 'days',
    records: rows.map(({ id, titleTh, assessment, expectedOn }) => ({
      id,
      title: `${titleTh} (${assessment})`,
      dueAt: lastSecondOf(expectedOn),
      address: pageAddress('treatmentPlan', { id }),
    })),
    address: pageAddress('treatmentPlans', { due: 'OVERDUE' }),
  };
}
