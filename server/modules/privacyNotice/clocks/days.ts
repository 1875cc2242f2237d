import { sql } from 'kysely';
import type { Trx } from '../../../../db/client.ts';
import {
  endDeadline,
  forgetDeadline,
  openDeadline,
  resumeDeadline,
  stopDeadline,
} from '../../../platform/clock/deadlines.ts';
import { bangkokDay, lastSecondOf, startOf } from '../../../../shared/bangkok.ts';
import { SECOND } from '../../../../shared/duration.ts';

export const REVIEW = 'privacyNotice.review' as const;
export const EFFECTIVE = 'privacyNotice.effective' as const;

/** Hours before the end at which people are notified of a review: thirty days, a week, a day. */
const REVIEW_ALERTS = [720, 168, 24] as const;

interface Place {
  readonly workspaceId: string;
  readonly id: string;
  readonly at: Date;
}

/** Starts the deadlines of a version that was just published; those of the previous version end. */
export async function openClocks(trx: Trx, place: Place, reviewOn: string | null): Promise<void> {
  await openReview(trx, place, reviewOn);
  await openEffective(trx, place);
}

async function openReview(trx: Trx, { workspaceId, id, at: now }: Place, reviewOn: string | null): Promise<void> {
  const key = { workspaceId, kind: REVIEW, subjectId: id };
  if (reviewOn === null) return forgetDeadline(trx, key);
  const dueAt = new Date(lastSecondOf(reviewOn));
  return openDeadline(trx, { ...key, startedAt: now < dueAt ? now : dueAt, dueAt, alertHours: REVIEW_ALERTS, now });
}

/**
 * Starts the deadline of the next version that comes into force, if there is one: it ends with the last second of the
 * previous day.
 */
export async function openEffective(trx: Trx, { workspaceId, id, at: now }: Place): Promise<void> {
  const key = { workspaceId, kind: EFFECTIVE, subjectId: id };
  const next = await nextEffective(trx, workspaceId, id, bangkokDay(now));
  if (next === undefined) {
    await endDeadline(trx, { ...key, at: now, outcome: 'met' });
    return;
  }
  const dueAt = new Date(Date.parse(startOf(next)) - SECOND);
  await openDeadline(trx, { ...key, startedAt: now < dueAt ? now : dueAt, dueAt, alertHours: [], now });
}

/** The first day after `today` on which a version comes into force that no newer one has replaced by then. */
async function nextEffective(trx: Trx, workspaceId: string, id: string, today: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select v.effective_on::text as day from privacy_notice_versions v
     where v.workspace_id = ${workspaceId} and v.privacy_notice_id = ${id} and v.effective_on > ${today}::date
       and not exists (select from privacy_notice_versions x
         where x.workspace_id = v.workspace_id and x.privacy_notice_id = v.privacy_notice_id
           and x.version > v.version and x.effective_on <= v.effective_on)
     order by v.effective_on limit 1`.execute(trx);
  return rows[0]?.day;
}

/** Pauses the deadlines of a withdrawn notice. */
export async function pauseClocks(trx: Trx, { workspaceId, id: subjectId, at }: Place): Promise<void> {
  for (const kind of [REVIEW, EFFECTIVE]) await stopDeadline(trx, { workspaceId, kind, subjectId, at });
}

/** Resumes them when it is restored; deadlines that passed meanwhile are notified then. */
export async function resumeClocks(trx: Trx, { workspaceId, id: subjectId, at }: Place): Promise<void> {
  for (const kind of [REVIEW, EFFECTIVE])
    await resumeDeadline(trx, { workspaceId, kind, subjectId, at, extend: false });
}
