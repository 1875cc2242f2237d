import { randomInt, randomUUIDv7, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { HOUR, MINUTE } from '../../../shared/duration.ts';
import {
  CODE_LENGTH,
  CODE_MINUTES,
  CODE_TRIES,
  type accessSession,
  type codeSent,
  type enterCode,
  type sendCode,
} from '../../../shared/requestIdentity/schema.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { systemActor, type WithDeps } from '../../platform/actor.ts';
import { countTries, forgive, isFirstReport, type Limit, triesOf } from '../../platform/auth/throttle.ts';
import { appError } from '../../platform/errors.ts';
import { emit } from '../../platform/live/emit.ts';
import { requireOpenWorkspace } from '../../platform/publicPage/closed.ts';
import { newLinkToken } from '../../platform/publicPage/link.ts';
import { addressLimits } from '../../platform/publicPage/request.ts';
import { type Deps, type RequestContext, transact } from '../../platform/trpc/context.ts';
import { addressOf, type Person, personsOf } from '../../../shared/request/persons.ts';
import * as requests from '../request/service.ts';
import { verifyKnown } from './known.ts';
import { codeMail } from './mails.ts';
import * as queries from './queries.ts';

/** How long a session lasts after a code was entered. */
const SESSION_MS = HOUR;

const spendCall = addressLimits('requestIdentity', {
  send: { max: 20, seconds: 3600 },
  enter: { max: 40, seconds: 3600 },
  session: { max: 600, seconds: 60 },
});
/** Codes that are mailed for one request, and to one address, however many requests it has. */
const CODES_OF_LINK: Limit = { name: 'requestIdentity.codes', max: 5, seconds: 3600 };
const CODES_OF_ADDRESS: Limit = { name: 'requestIdentity.address', max: 10, seconds: 3600 };
const TRIES: Limit = { name: 'requestIdentity.tries', max: CODE_TRIES, seconds: CODE_MINUTES * 60 };

const codeHash = (deps: Deps, linkId: string, code: string): string =>
  deps.keyring.hmac('requestCodes.code', `${linkId} ${code}`);

/**
 * Mails a code to the person of a link. The answer does not reveal whether the link exists, and whether a mail was
 * sent.
 * @throws 429 for an address that requests many
 */
export async function send(
  ctx: RequestContext,
  { token }: z.output<typeof sendCode>,
): Promise<z.input<typeof codeSent>> {
  await spendCall(ctx, 'send');
  const { deps } = ctx;
  const answer = { sent: true } as const;
  const place = await queries.placeOfLink(deps.systemDb, token);
  if (!place || (await countTries(deps, CODES_OF_LINK, place.id)) > CODES_OF_LINK.max) return answer;
  await transact(deps, place, async (trx) => {
    const found = await behind(trx, deps, place, { lock: true });
    if (!found) return;
    const { link, request, organization, actor } = found;
    const email = addressOf(request, link.person);
    if (!email || (await countTries(deps, CODES_OF_ADDRESS, email)) > CODES_OF_ADDRESS.max) return;
    const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
    const values = {
      codeHash: codeHash(deps, link.id, code),
      triesLeft: CODE_TRIES,
      expiresAt: new Date(actor.at.getTime() + CODE_MINUTES * MINUTE),
    };
    await trx
      .insertInto('requestCodes')
      .values({ workspaceId: place.workspaceId, requestLinkId: link.id, ...values })
      .onConflict((conflict) => conflict.columns(['workspaceId', 'requestLinkId']).doUpdateSet(values))
      .execute();
    const about = { reference: requestReference(request.number), organization, code, minutes: CODE_MINUTES };
    await deps.mailer.enqueue(trx, {
      ...codeMail({ email, locale: request.language }, about),
      workspaceId: place.workspaceId,
      quota: 'counted',
      usefulUntil: values.expiresAt,
    });
  });
  deps.mailer.kick();
  return answer;
}

/**
 * Opens a session of an hour for a link, and confirms the request once everybody who has to be known is.
 * @throws 400 `requestIdentity.code`, the same for a code that is wrong or has expired and for an unknown link; 409
 * while the workspace is closed; 429 after five wrong ones
 */
export async function enter(
  ctx: RequestContext,
  { token, code }: z.output<typeof enterCode>,
): Promise<z.input<typeof accessSession>> {
  await spendCall(ctx, 'enter');
  const { deps } = ctx;
  const place = await queries.placeOfLink(deps.systemDb, token);
  if (!place) throw wrongCode();
  if ((await triesOf(deps, TRIES, place.id)) >= CODE_TRIES) throw tooManyTries();
  const session = await transact(deps, place, async (trx) => {
    const found = await behind(trx, deps, place, { lock: true });
    return found && (await isRight(trx, deps, found, code)) ? open(trx, found) : undefined;
  });
  if (!session) {
    const tries = await countTries(deps, TRIES, place.id);
    if (tries === CODE_TRIES && (await isFirstReport(deps, TRIES, place.id))) await reportTries(deps, place);
    throw wrongCode();
  }
  await forgive(deps, TRIES, place.id);
  deps.poke();
  return session;
}

const wrongCode = () => appError('requestIdentity.code', { at: 'code' });
const tooManyTries = () =>
  appError('tooMany', { values: { minutes: CODE_MINUTES }, details: { seconds: CODE_MINUTES * 60 } });

type Found = NonNullable<Awaited<ReturnType<typeof behind>>>;

/**
 * Link, request and organisation of a link, read in the current transaction; undefined for the link of somebody who no
 * longer acts in the request, since the age was corrected. `lock`: codes and sessions of a mailbox end with a
 * correction of its address, which must not come in between.
 */
async function behind(trx: Trx, deps: Deps, { workspaceId, id }: queries.LinkPlace, { lock = false } = {}) {
  const actor = systemActor(deps, workspaceId);
  const link = await queries.findLink(trx, workspaceId, id);
  if (link && lock) await requests.lock(trx, workspaceId, link.requestId);
  const request = link && (await requests.identityOf(trx, actor, link.requestId));
  const organization = await queries.organizationOf(trx, workspaceId);
  if (!link || !request || organization === undefined) return undefined;
  if (!personsOf(request.ageBand).includes(link.person)) return undefined;
  await requireOpenWorkspace(trx, workspaceId);
  return { actor, link, request, organization };
}

/** Checks a code: the right one is used up, a wrong one costs a try. */
async function isRight(trx: Trx, deps: Deps, { actor, link }: Found, code: string): Promise<boolean> {
  const row = await trx
    .selectFrom('requestCodes')
    .select(['codeHash', 'triesLeft', 'expiresAt'])
    .where('workspaceId', '=', actor.workspaceId)
    .where('requestLinkId', '=', link.id)
    .forUpdate()
    .executeTakeFirst();
  const received = Buffer.from(codeHash(deps, link.id, code));
  const expected = Buffer.from(row?.codeHash ?? codeHash(deps, link.id, ''));
  const isSame = received.length === expected.length && timingSafeEqual(received, expected);
  const holds = row !== undefined && row.triesLeft > 0 && Date.parse(row.expiresAt) > actor.at.getTime();
  const ofLink = { workspaceId: actor.workspaceId, requestLinkId: link.id };
  if (holds && !isSame)
    await trx
      .updateTable('requestCodes')
      .set((eb) => ({ triesLeft: eb('triesLeft', '-', 1) }))
      .where('workspaceId', '=', ofLink.workspaceId)
      .where('requestLinkId', '=', ofLink.requestLinkId)
      .execute();
  if (holds && isSame)
    await trx
      .deleteFrom('requestCodes')
      .where('workspaceId', '=', ofLink.workspaceId)
      .where('requestLinkId', '=', ofLink.requestLinkId)
      .execute();
  return holds && isSame;
}

async function open(trx: Trx, { actor, link, request }: Found): Promise<z.input<typeof accessSession>> {
  const { workspaceId, at } = actor;
  const session = newLinkToken();
  const expiresAt = new Date(at.getTime() + SESSION_MS);
  await trx
    .insertInto('requestSessions')
    .values({
      workspaceId,
      id: randomUUIDv7(),
      requestLinkId: link.id,
      tokenHash: queries.tokenHash(session),
      expiresAt,
      createdAt: at,
    })
    .execute();
  if (link.confirmedAt === null)
    await trx
      .updateTable('requestLinks')
      .set({ confirmedAt: at })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', link.id)
      .execute();
  await verifyKnown(trx, actor, request, 'CODE');
  return { session, expiresAt: expiresAt.toISOString() };
}

/** Logs that somebody tried codes of one request, and notifies those who manage requests. */
async function reportTries(deps: Deps, { workspaceId, id }: queries.LinkPlace): Promise<void> {
  await transact(deps, { workspaceId }, async (trx) => {
    const actor = systemActor(deps, workspaceId);
    const link = await queries.findLink(trx, workspaceId, id);
    const request = link && (await requests.identityOf(trx, actor, link.requestId));
    if (!link || !request) return;
    await emit(trx, actor, {
      event: 'request.codesRefused',
      entityId: link.requestId,
      subject: requestReference(request.number),
      notify: await requests.managersOf(trx, workspaceId),
    });
  });
  deps.poke();
}

/** The data subject of a session, and their request. */
export interface DataSubject extends WithDeps {
  readonly requestId: string;
  readonly person: Person;
  /** When the code of the session was entered. */
  readonly codeEnteredAt: Date;
}

/**
 * Runs `work` as the data subject of a session, in the workspace of the request.
 * @throws 401 `requestIdentity.session` for a session that has ended; 409 while the workspace is closed; 429
 */
export async function asSubject<Result>(
  ctx: RequestContext,
  session: string,
  work: (trx: Trx, subject: DataSubject) => Promise<Result>,
): Promise<Result> {
  await spendCall(ctx, 'session');
  const { deps } = ctx;
  const place = await queries.placeOfSession(deps.systemDb, session, deps.now());
  if (!place) throw appError('requestIdentity.session');
  const result = await transact(deps, place, async (trx) => {
    const found = await behind(trx, deps, place);
    if (!found) throw appError('requestIdentity.session');
    const codeEnteredAt = new Date(Date.parse(place.expiresAt) - SESSION_MS);
    return work(trx, {
      ...found.actor,
      requestId: found.link.requestId,
      person: found.link.person,
      codeEnteredAt,
    });
  });
  deps.poke();
  return result;
}
