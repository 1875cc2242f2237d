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
  type IdentityFact,
  type withdrawFact,
} from '../../../shared/requestIdentity/fact.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { actorOf, type WithDeps } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import { emit } from '../../platform/live/emit.ts';
import type { Deps, RequestContext, WorkspaceContext } from '../../platform/trpc/context.ts';
import * as requests from '../request/service.ts';
import { asSubject } from './access.ts';
import { announceDocument, openRequest } from './documents.ts';
import { factsOf, sealedQuestion } from './factQueries.ts';
import { writeTo } from './links.ts';
import { factMail } from './mails.ts';
import { identityView } from './view.ts';

// Asking the least (domain brief, section 2): beside the code, one fact that the organisation knows of the person
// already. What is right is held as a keyed hash until it is decided, what the person said not at all.

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
    await writeTo(trx, actor, request, person, (reader, about) => factMail(deps.config, reader, about));
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
    await decide(trx, actorOf(ctx), request, await openFact(trx, ctx.workspace.id, id, factId), stated);
    return identityView(trx, ctx, id);
  });

/** Asks for it no more. @throws 404, 409 `request.closed`, 409 `requestIdentity.factDecided` */
export const withdraw = (ctx: WorkspaceContext, { id, factId }: z.output<typeof withdrawFact>): Promise<IdentityView> =>
  ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const request = await openRequest(trx, ctx, id);
    const fact = await openFact(trx, actor.workspaceId, id, factId);
    await close(trx, actor, fact.id, { state: 'WITHDRAWN', triesLeft: fact.triesLeft, answeredBy: null });
    await announceDocument(trx, actor, request, 'identityFact.withdrawn');
    return identityView(trx, ctx, id);
  });

/**
 * Compares what a data subject wrote on their page with the fact that they are asked for; nobody answers for another.
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
    if (request.closedAt !== null) throw appError('request.closed');
    const fact = await openFact(trx, workspaceId, requestId, factId);
    if (fact.person !== person) throw appError('request.notFound');
    return decide(trx, subject, request, fact, stated);
  });

type OpenFact = Awaited<ReturnType<typeof openFact>>;

async function openFact(trx: Trx, workspaceId: string, requestId: string, factId: string) {
  const fact = (await factsOf(trx, workspaceId, requestId)).find(({ id }) => id === factId);
  if (!fact) throw appError('request.notFound');
  if (fact.state !== 'REQUESTED') throw appError('requestIdentity.factDecided');
  return fact;
}

/** A right answer decides it, a wrong one costs a try; with the last it is decided too. */
async function decide(
  trx: Trx,
  actor: WithDeps,
  request: Pick<requests.RequestIdentity, 'id' | 'number'>,
  { id, expectedHash, triesLeft: before }: OpenFact,
  stated: string,
): Promise<Answered> {
  const { workspaceId, deps, personnelId } = actor;
  const isSame = timingSafeEqual(Buffer.from(hashOf(deps, id, stated)), Buffer.from(expectedHash!));
  const triesLeft = isSame ? before : before - 1;
  const state: IdentityFact['state'] = isSame ? 'MATCHED' : triesLeft === 0 ? 'FAILED' : 'REQUESTED';
  if (state === 'REQUESTED')
    await trx
      .updateTable('identityFacts')
      .set({ triesLeft, answeredBy: personnelId })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .execute();
  else {
    await close(trx, actor, id, { state, triesLeft, answeredBy: personnelId });
    await emit(trx, actor, {
      event: state === 'MATCHED' ? 'identityFact.matched' : 'identityFact.failed',
      entityId: request.id,
      subject: requestReference(request.number),
      ...(state === 'FAILED' && { notify: await requests.managersOf(trx, workspaceId) }),
    });
  }
  return { state, triesLeft };
}

const close = (
  trx: Trx,
  { workspaceId, at }: WithDeps,
  id: string,
  values: { state: IdentityFact['state']; triesLeft: number; answeredBy: string | null },
) =>
  trx
    .updateTable('identityFacts')
    .set({ ...values, expectedHash: null, decidedAt: at })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
