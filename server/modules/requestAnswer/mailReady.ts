import type { Trx } from '../../../db/client.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { systemActor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { addressOf } from '../request/persons.ts';
import * as requests from '../request/service.ts';
import { tokensOf } from '../requestIdentity/links.ts';
import { answerReadyMail } from './mails.ts';

/** Mails everybody who acts in the request and has a link that its answer is ready. Staff notify those without one. */
export async function mailReady(
  deps: Deps,
  trx: Trx,
  { workspaceId, requestId, until }: { workspaceId: string; requestId: string; until: Date },
): Promise<void> {
  const actor = systemActor(deps, workspaceId);
  const request = await requests.identityOf(trx, actor, requestId);
  if (!request) return;
  for (const [person, { token }] of await tokensOf(trx, actor, request)) {
    const email = addressOf(request, person);
    if (!email) continue;
    const about = { reference: requestReference(request.number), until, token };
    await deps.mailer.enqueue(trx, {
      ...answerReadyMail(deps.config, { email, locale: request.language }, about),
      workspaceId,
      quota: 'urgent',
      usefulUntil: until,
    });
  }
}
