import type { Trx } from '../../../db/client.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { systemActor } from '../../platform/actor.ts';
import { type AlarmFacts, type ClockKinds, hoursLeft } from '../../platform/clock/clockKind.ts';
import { emit } from '../../platform/live/emit.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { addressOf, personsOf } from '../../../shared/request/persons.ts';
import * as requests from '../request/service.ts';
import { KIND, postponeAfterOutage } from './confirmation.ts';
import type { DOCUMENTS_END } from './documentsEnd.ts';
import { knownPersons, verifyKnown } from './known.ts';
import { enqueueReminder, isReached, linkMailsOf } from './linkMails.ts';
import { recipientsOf } from './links.ts';
import { expiryMail, lapsedMail } from './mails.ts';
import { organizationOf } from './queries.ts';

// A request that nobody confirms closes automatically, but not while somebody who has to confirm it could not be
// written to: they have no link or no address, or none of the mails with their link was sent, or all came back, as far
// as mails are recorded. The platform's deadlines ensure that each notice is sent once, however many nodes there are
// and whichever is down.

/**
 * Reminds those who have yet to confirm, and those who manage requests of people who cannot be written to; at the end,
 * closes the request and notifies everybody with an address. A request of which everybody is known is confirmed
 * instead.
 */
async function alarm(deps: Deps, trx: Trx, facts: AlarmFacts): Promise<void> {
  const { workspaceId, subjectId: id, hours, at } = facts;
  const actor = systemActor(deps, workspaceId, at);
  const request = await requests.identityOf(trx, actor, id);
  const organization = await organizationOf(trx, workspaceId);
  if (!request || organization === undefined || request.verifiedAt !== null || request.closedAt !== null) return;
  if (await verifyKnown(trx, actor, request)) return;
  const persons = personsOf(request.ageBand);
  const known = await knownPersons(trx, workspaceId, request);
  const recipients = (await recipientsOf(trx, actor, request)).filter(({ person }) => !known.has(person));
  const about = { reference: requestReference(request.number), organization };
  const mails = await linkMailsOf(trx, workspaceId, id);
  const reached = recipients.filter(({ linkId }) => isReached(mails.get(linkId)));
  const isUnreachable = known.size + reached.length < persons.length;
  if (isUnreachable)
    await emit(trx, actor, {
      event: 'request.unreachable',
      entityId: id,
      subject: about.reference,
      changes: hoursLeft(facts),
      notify: await requests.managersOf(trx, workspaceId),
    });
  if (hours > 0) {
    const until = new Date(request.verifyBy);
    for (const { email, linkId, token } of recipients) {
      const mail = expiryMail(deps.config, { email, locale: request.language }, { ...about, token, until });
      await enqueueReminder(
        trx,
        { mailer: deps.mailer, at },
        { requestId: id, linkId },
        { ...mail, workspaceId, quota: 'urgent', usefulUntil: until },
      );
    }
    return;
  }
  if (isUnreachable || (await postponeAfterOutage(trx, facts)) || !(await requests.lapse(trx, actor, id))) return;
  for (const email of persons.map((person) => addressOf(request, person)).filter((address) => address !== ''))
    await deps.mailer.enqueue(trx, {
      ...lapsedMail({ email, locale: request.language }, about),
      workspaceId,
      quota: 'urgent',
    });
}

export const clocks = {
  [KIND]: { alarm, lock: requests.lock, flag: 'dsrmEnabled' },
} satisfies ClockKinds;

declare module '../../platform/clock/deadlines.ts' {
  interface DeadlineKinds {
    requestIdentity: keyof typeof clocks | typeof DOCUMENTS_END;
  }
}
