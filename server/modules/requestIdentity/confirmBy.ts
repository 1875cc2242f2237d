import type { Trx } from '../../../db/client.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { systemActor, type WithDeps } from '../../platform/actor.ts';
import type { AlarmFacts, ClockKinds } from '../../platform/clock/clockKind.ts';
import { endDeadline, forgetDeadline, openDeadline } from '../../platform/clock/deadlines.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { addressOf, personsOf } from '../request/persons.ts';
import * as requests from '../request/service.ts';
import type { DOCUMENTS_END } from './documentsEnd.ts';
import { tokensOf } from './links.ts';
import { expiryMail, lapsedMail } from './mails.ts';
import { organizationOf } from './queries.ts';

// A request that nobody confirms closes automatically. The platform's deadlines ensure that each notice is sent once,
// however many nodes there are and whichever is down at the time.

const KIND = 'request.confirmation' as const;
const HOUR = 3_600_000;
/** Hours before the end at which those who have yet to confirm are reminded, where there is more time than that. */
const NOTICES: readonly number[] = [72, 24];

const keyOf = (workspaceId: string, requestId: string) => ({ workspaceId, kind: KIND, subjectId: requestId });

/** Starts the deadline for confirming a request. */
export function startConfirmation(
  trx: Trx,
  { workspaceId, at }: WithDeps,
  { id, verifyBy }: Pick<requests.RequestIdentity, 'id' | 'verifyBy'>,
): Promise<void> {
  const dueAt = new Date(verifyBy);
  const alertHours = NOTICES.filter((hours) => dueAt.getTime() - at.getTime() > hours * HOUR);
  return openDeadline(trx, { ...keyOf(workspaceId, id), startedAt: at, dueAt, alertHours, now: at });
}

/** Ends it once a request is confirmed or closed. */
export async function endConfirmation(trx: Trx, { workspaceId, at }: WithDeps, id: string): Promise<void> {
  const row = await trx
    .selectFrom('requests')
    .select(['verifiedAt', 'closedAt'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || (row.verifiedAt === null && row.closedAt === null)) return;
  await endDeadline(trx, { ...keyOf(workspaceId, id), at, outcome: row.verifiedAt === null ? 'notNeeded' : 'met' });
}

/** Deletes it with its request. */
export const forgetConfirmation = (trx: Trx, { workspaceId }: WithDeps, id: string): Promise<void> =>
  forgetDeadline(trx, keyOf(workspaceId, id));

/** Reminds those who have yet to confirm; at the end, closes the request and notifies them. */
async function alarm(deps: Deps, trx: Trx, { workspaceId, subjectId: id, hours, at }: AlarmFacts): Promise<void> {
  const actor = systemActor(deps, workspaceId, at);
  const request = await requests.identityOf(trx, actor, id);
  const organization = await organizationOf(trx, workspaceId);
  if (!request || organization === undefined || request.verifiedAt !== null || request.closedAt !== null) return;
  if (hours === 0 && !(await requests.lapse(trx, actor, id))) return;
  const tokens = await tokensOf(trx, actor, request);
  for (const person of personsOf(request.ageBand)) {
    const email = addressOf(request, person);
    const link = tokens.get(person);
    // Reminded are those who have yet to confirm; that it is closed concerns everybody who was written to.
    if (!email || !link || (hours > 0 && link.confirmedAt !== null)) continue;
    const reader = { email, locale: request.language };
    const about = { reference: requestReference(request.number), organization, token: link.token };
    const mail =
      hours === 0
        ? lapsedMail(reader, about)
        : expiryMail(deps.config, reader, { ...about, until: new Date(request.verifyBy) });
    await deps.mailer.enqueue(trx, {
      ...mail,
      workspaceId,
      quota: 'urgent',
      ...(hours > 0 && { usefulUntil: new Date(request.verifyBy) }),
    });
  }
}

export const clocks = {
  [KIND]: { alarm, lock: requests.lock, flag: 'dsrmEnabled' },
} satisfies ClockKinds;

declare module '../../platform/clock/deadlines.ts' {
  interface DeadlineKinds {
    requestIdentity: keyof typeof clocks | typeof DOCUMENTS_END;
  }
}
