import type { z } from 'zod';
import { dayAfter } from '../../../../shared/bangkok.ts';
import type { byNoticeViews, noticeViews } from '../../../../shared/privacyNotice/schema.ts';
import { appError } from '../../../platform/errors.ts';
import type { WorkspaceContext } from '../../../platform/trpc/context.ts';
import { periodOf } from '../../analytics/period.ts';
import { find } from '../queries.ts';
import { todayOf } from '../record.ts';
import { viewsOf } from './queries.ts';

/** How often the public page was opened, by day and language. @throws 404 */
export async function views(
  ctx: WorkspaceContext,
  { id, days }: z.output<typeof byNoticeViews>,
): Promise<z.output<typeof noticeViews>> {
  const period = periodOf(ctx.deps.now(), days);
  const rows = await ctx.read(async (trx) => {
    const [found, counted] = await Promise.all([
      find(trx, ctx.workspace.id, id, todayOf(ctx)),
      viewsOf(trx, ctx.workspace.id, id, period),
    ]);
    if (!found) throw appError('NOT_FOUND');
    return counted;
  });
  const counts = new Map(rows.map(({ day, language, views: count }) => [`${day} ${language}`, count]));
  const on = (day: string) => ({ th: counts.get(`${day} th`) ?? 0, en: counts.get(`${day} en`) ?? 0 });
  const daysOf = (first: string) =>
    Array.from({ length: period.days }, (_, index) => {
      const day = dayAfter(first, index);
      return { day, ...on(day) };
    });
  const sum = (list: readonly { th: number; en: number }[], of: 'th' | 'en') =>
    list.reduce((total, day) => total + day[of], 0);
  const [now, before] = [daysOf(period.from), daysOf(period.previousFrom)];
  return {
    from: period.from,
    to: period.to,
    th: sum(now, 'th'),
    en: sum(now, 'en'),
    previous: sum(before, 'th') + sum(before, 'en'),
    days: now,
  };
}
