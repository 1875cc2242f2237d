import { randomUUIDv7, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { IdentityView } from '../../../shared/requestIdentity/document.ts';
import {
  type answerFact,
  type askFact,
  comparableFact,
  type compareFact,
  FACT_TRIES,
  type factAnswered,
  type withdrawFact,
} from '../../../shared/requestIdentity/fact.ts';
import type { FactAction, FactState } from '../../../shared/requestIdentity/status.ts';
import { actorOf, type WithDeps } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import type { Deps, RequestContext, WorkspaceContext } from '../../platform/trpc/context.ts';
import { assertMove, transition } from '../../platform/workflow/workflow.ts';
import * as requests from '../request/service.ts';
import { asSubject } from './access.ts';
import { openRequest } from './documents.ts';
import { announceDocument, type NamedRequest } from './documentWorkflow.ts';
import { factsOf, sealedQuestion } from './factQueries.ts';
import { factWorkflow } from './factWorkflow.ts';
import { writeTo } from './links.ts';
import { factMail } from './mails.ts';
import { identityView } from './view.ts';

// As little as possible is asked (domain brief, section 2): beside the code, one fact about the person that the
// organisation already has. The expected answer is stored as a keyed hash until the decision, the stated one not at
// all.

type Answered = z.output<typeof factAnswered>;

const hashOf = ({ keyring }: Deps, id: string, value: string): string =>
  keyring.hmac('identityFacts.expected', `${id} ${comparableFact(value)}`);

/**
 * Asks a person for a fact; they answer on their page, or to staff by telephone.
 * @throws 404, 409 `request.closed`, 409 `requestIdentity.factRequested` while another is asked of the same person
 */
export function ask(
  ctx: WorkspaceContext,
  { id: requestId, person, question, expected }: z.output<typeof askFact>,
): Promise<IdentityView> {
  return ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const { workspaceId, deps, at } = actor;
    const request = await openRequest(trx, ctx, requestId);
    const rows = await factsOf(trx, workspaceId, requestId);
    if (rows.some((row) => row.person === person && row.state === 'REQUESTED'))
      throw appError('requestIdentity.factRequested');
    const id = randomUUIDv7();
    const key = await deps.keyring.workspaceKey(trx, workspaceId);
    await trx
      .insertInto('identityFacts')
      .values({
        workspaceId,
        id,
        requestId,
        person,
        state: 'REQUESTED',
        question: sealedQuestion.seal(key, id, question),
        expectedHash: hashOf(deps, id, expected),
        triesLeft: FACT_TRIES,
        createdBy: actor.personnelId!,
        createdAt: at,
      })
      .execute();
    await announceDocument(trx, actor, request, 'identityFact.requested');
    await writeTo(trx, actor, request, person, (reader, about) => factMail(deps.config, reader, about), id);
    return identityView(trx, ctx, requestId);
  });
}

/** Compares what a person said to staff. @throws 404, 409 `request.closed`, 409 `requestIdentity.factDecided` */
export const compare = (
  ctx: WorkspaceContext,
  { id, factId, stated }: z.output<typeof compareFact>,
): Promise<IdentityView> =>
  ctx.transaction(async (trx) => {
    const request = await openRequest(trx, ctx, id);
    const actor = actorOf(ctx);
    await decide(trx, actor, request, await openFact(trx, actor, id, factId, 'compare'), stated);
    return identityView(trx, ctx, id);
  });

/** Withdraws the question. @throws 404, 409 `request.closed`, 409 `requestIdentity.factDecided` */
export const withdraw = (ctx: WorkspaceContext, { id, factId }: z.output<typeof withdrawFact>): Promise<IdentityView> =>
  ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const request = await openRequest(trx, ctx, id);
    const fact = await openFact(trx, actor, id, factId, 'withdraw');
    await transition(trx, actor, factWorkflow, fact, 'withdraw', { request });
    return identityView(trx, ctx, id);
  });

/**
 * Compares what a data subject wrote on their page with the expected answer; only the person who was asked can answer.
 * @throws 401, 404, 409 `request.closed`, 409 `requestIdentity.factDecided`
 */
export const answer = (
  ctx: RequestContext,
  { session, factId, stated }: z.output<typeof answerFact>,
): Promise<Answered> =>
  asSubject(ctx, session, async (trx, subject) => {
    const { workspaceId, requestId, person } = subject;
    await requests.lock(trx, workspaceId, requestId);
    const request = (await requests.identityOf(trx, subject, requestId))!;
    if (request.closedAt !== null) throw appError('request.closed', { text: 'request:refusal.closedToSubject' });
    const fact = await openFact(trx, subject, requestId, factId, 'compare');
    if (fact.person !== person) throw appError('request.notFound');
    return decide(trx, subject, request, fact, stated);
  });

type OpenFact = Awaited<ReturnType<typeof openFact>>;

/** The fact, where the move is open. @throws 404, 409 `requestIdentity.factDecided` */
async function openFact(trx: Trx, actor: WithDeps, requestId: string, factId: string, action: FactAction) {
  const fact = (await factsOf(trx, actor.workspaceId, requestId)).find(({ id }) => id === factId);
  if (!fact) throw appError('request.notFound');
  assertMove(actor, factWorkflow, fact, action);
  return fact;
}

/** A right answer decides the fact, a wrong one costs a try; after the last one it has failed. */
async function decide(
  trx: Trx,
  actor: WithDeps,
  request: NamedRequest,
  fact: OpenFact,
  stated: string,
): Promise<Answered> {
  const isSame = timingSafeEqual(Buffer.from(hashOf(actor.deps, fact.id, stated)), Buffer.from(fact.expectedHash!));
  const { state, triesLeft } = await transition(trx, actor, factWorkflow, fact, 'compare', { request, isSame });
  return { state: state as FactState, triesLeft };
}
