import type { Trx } from '../../../db/client.ts';
import { openDeadline } from '../../platform/clock/deadlines.ts';
import { lastSecondOf } from '../../../shared/bangkok.ts';

export const REVIEW = 'dpia.review' as const;

/** Hours before the end at which people are notified: thirty days, a week, a day. */
const ALERT_HOURS = [720, 168, 24] as const;

/**
 * Starts the deadline of the review of a version that was just published; that of the previous version ends.
 * `reviewOn`: YYYY-MM-DD, due at the end of that day in Bangkok.
 */
export function openReview(
  trx: Trx,
  { workspaceId, at }: { workspaceId: string; at: Date },
  { id: subjectId, reviewOn }: { id: string; reviewOn: string },
): Promise<void> {
  const dueAt = new Date(lastSecondOf(reviewOn));
  const startedAt = at < dueAt ? at : dueAt;
  return openDeadline(trx, {
    workspaceId,
    kind: REVIEW,
    subjectId,
    startedAt,
    dueAt,
    alertHours: ALERT_HOURS,
    now: at,
  });
}
