import type { Trx } from '../../../db/client.ts';
import { HOUR } from '../../../shared/duration.ts';
import { systemActor, type WithDeps } from '../../platform/actor.ts';
import type { AlarmFacts, ClockKinds } from '../../platform/clock/clockKind.ts';
import { deadlinesOf, endDeadline, forgetDeadline, openDeadline } from '../../platform/clock/deadlines.ts';
import { endAfterOutage, giveTimeBack, type ResumedPart } from '../../platform/clock/silence.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import * as rows from '../request/rows.ts';
import * as requests from '../request/service.ts';
import { awaitedReplies, KIND, oldestOf, waiting } from './answerBy.ts';
import { notify } from './notify.ts';

// An unanswered question returns the right to its assignee. The platform's deadlines ensure that each notice is sent
// once, however many nodes there are and whichever is down at the time.

/** Hours before the end at which the data subject is reminded, where there is more time than that. */
const NOTICES: readonly number[] = [72, 24];

const keyOf = (workspaceId: string, requestId: string) => ({ workspaceId, kind: KIND, subjectId: requestId });
/** Starts the deadline of the answer while a question is open, and ends it otherwise. */
export async function countAnswer(trx: Trx, { workspaceId, at }: WithDeps, requestId: string): Promise<void> {
  const due = oldestOf(await awaitedReplies(trx, workspaceId, await rows.rightsOf(trx, workspaceId, [requestId])));
  const known = (await deadlinesOf(trx, workspaceId, KIND, [requestId])).get(requestId);
  const isCounted = known !== undefined && known.endedAt === null;
  if (!due) {
    if (isCounted) await endDeadline(trx, { ...keyOf(workspaceId, requestId), at, outcome: 'met' });
    return;
  }
  if (isCounted && Date.parse(known.startedAt) === due.since.getTime()) return;
  const left = due.until.getTime() - at.getTime();
  const alertHours = NOTICES.filter((hours) => left > hours * HOUR);
  const times = { startedAt: due.since, dueAt: due.until, alertHours, now: at };
  await openDeadline(trx, { ...keyOf(workspaceId, requestId), ...times });
}

/** Deletes it with its request. */
export const forgetAnswer = (trx: Trx, { workspaceId }: WithDeps, requestId: string): Promise<void> =>
  forgetDeadline(trx, keyOf(workspaceId, requestId));

/** Gives those who were asked the time back in which they could not reply. */
export const resumed: ResumedPart = {
  flag: 'dsrmEnabled',
  giveBack: (trx, again) => giveTimeBack(trx, KIND, again),
};

/** Reminds the data subject of the question; at the end, work continues without their answer. */
async function alarm(deps: Deps, trx: Trx, facts: AlarmFacts): Promise<void> {
  const { workspaceId, subjectId, hours, at } = facts;
  const actor = systemActor(deps, workspaceId, at);
  const rights = await rows.rightsOf(trx, workspaceId, [subjectId]);
  const due = oldestOf(await awaitedReplies(trx, workspaceId, rights));
  if (!due) return;
  // Of several questions, those that are due by this deadline; the others have their own after it.
  const questioned = waiting(rights).filter(({ waitingSince }) => Date.parse(waitingSince!) <= due.since.getTime());
  const nameOf = ({ nameTh, nameEn }: rows.RightRow) => ({ th: nameTh, en: nameEn });
  if (hours > 0) {
    const until = due.until.toISOString();
    const lines = questioned.map((right) => ({
      id: right.id,
      name: nameOf(right),
      until,
      section: null,
      groundCode: null,
    }));
    await notify(trx, actor, subjectId, { kind: 'REMINDER', rights: lines, reason: '' });
    return;
  }
  if (await endAfterOutage(trx, KIND, facts)) return;
  const rightIds = questioned.map(({ id }) => id);
  const moved = await requests.moveBySubject(trx, actor, subjectId, {
    action: 'resume',
    event: 'request.questionLapsed',
    rightIds,
  });
  if (moved.length === 0) return;
  const lines = moved.map((right) => ({ name: nameOf(right), until: null, section: null, groundCode: null }));
  await notify(trx, actor, subjectId, { kind: 'GOES_ON', rights: lines, reason: '' });
}

export const clocks = {
  [KIND]: { alarm, lock: requests.lock, flag: 'dsrmEnabled' },
} satisfies ClockKinds;

declare module '../../platform/clock/deadlines.ts' {
  interface DeadlineKinds {
    requestMessage: keyof typeof clocks;
  }
}
