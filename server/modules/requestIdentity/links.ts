import { randomUUIDv7 } from 'node:crypto';
import { sql, type SqlBool } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import type { RequestChannel } from '../../../shared/request/schema.ts';
import { wasConfirmed } from '../../../shared/request/stage.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { countTries, type Limit } from '../../platform/auth/throttle.ts';
import { emit } from '../../platform/live/emit.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { addressOf, type Person, PERSONS, personsOf } from '../../../shared/request/persons.ts';
import * as requests from '../request/service.ts';
import { endOutdated } from '../../platform/mail/ending.ts';
import type { Mail } from '../../platform/mail/letter.ts';
import { enqueueLinkMail } from './linkMails.ts';
import { type AboutRequest, type Reader, receivedMail } from './mails.ts';
import { renewConfirmation } from './confirmation.ts';
import { linksOf, organizationOf, tokenHash } from './queries.ts';

export { organizationOf } from './queries.ts';

/**
 * The token of a link. It is derived, so that each later mail about a request has the same link although only its hash
 * is stored; a new link has another token.
 */
const tokenOf = ({ keyring }: Deps, { id, createdAt }: { id: string; createdAt: string | Date }): string =>
  keyring.hmac('requestLinks.token', `${id} ${new Date(createdAt).toISOString()}`);

/**
 * The links of those who act in a request, by person: for mails to them alone. Somebody who acted before the age was
 * corrected has a link, and no longer gets anything.
 */
export async function tokensOf(
  trx: Trx,
  { workspaceId, deps }: Pick<WithDeps, 'workspaceId' | 'deps'>,
  { id, ageBand }: Pick<requests.RequestIdentity, 'id' | 'ageBand'>,
) {
  const persons = personsOf(ageBand);
  const links = (await linksOf(trx, workspaceId, id)).filter(({ person }) => persons.includes(person));
  return new Map(
    links.map(
      (link) => [link.person, { linkId: link.id, token: tokenOf(deps, link), confirmedAt: link.confirmedAt }] as const,
    ),
  );
}

/** Those who act in a request and can be written to: they have a link, and an address. */
export async function recipientsOf(
  trx: Trx,
  actor: Pick<WithDeps, 'workspaceId' | 'deps'>,
  request: Pick<requests.RequestIdentity, 'id' | 'ageBand' | 'identity'>,
) {
  const tokens = await tokensOf(trx, actor, request);
  return [...tokens].flatMap(([person, { linkId, token }]) => {
    const email = addressOf(request, person);
    return email === '' ? [] : [{ person, email, linkId, token }];
  });
}

/** To whom a link to a request was mailed. */
export async function mailedTo(trx: Trx, workspaceId: string, requestId: string): Promise<Person[]> {
  const links = await linksOf(trx, workspaceId, requestId);
  return PERSONS.filter((person) => links.some((link) => link.person === person));
}

/**
 * Mails a new link to those of `persons` who confirm a request and have an email address; their former link ends, with
 * its sessions and codes. People without an address confirm by a document, or are known to staff.
 * @returns how many mails were written
 */
export async function sendLinks(
  trx: Trx,
  actor: WithDeps,
  requestId: string,
  persons: readonly Person[] = ['SUBJECT', 'GUARDIAN'],
): Promise<number> {
  await requests.lock(trx, actor.workspaceId, requestId);
  const before = await linksOf(trx, actor.workspaceId, requestId);
  const request = await requests.identityOf(trx, actor, requestId);
  if (!request) return 0;
  const acting = personsOf(request.ageBand).filter((person) => persons.includes(person));
  if (!acting.some((person) => addressOf(request, person) !== '')) return 0;
  const current = await renewConfirmation(trx, actor, request);
  const sent = await mailLinks(trx, actor, current, { before, persons: acting });
  if (sent > 0)
    await emit(trx, actor, {
      event: 'request.linksSent',
      entityId: requestId,
      subject: requestReference(request.number),
    });
  return sent;
}

/** Links that requests of strangers mail to one address: whoever owns it has one in each. Staff can send more. */
const RECIPIENT: Limit = { name: 'requestIdentity.recipient', max: 5, seconds: 3600 };
/** Channels by which anybody sends requests, with the address of anybody. */
const OPEN_CHANNELS: readonly RequestChannel[] = ['WEB', 'PAGE', 'API', 'MOBILE'];

/**
 * The same for a request that this transaction creates: it has no links yet. Somebody whose address strangers have
 * entered too often gets none: the request stands, and staff can send the link.
 */
export const sendFirstLinks = (trx: Trx, actor: WithDeps, request: requests.RequestIdentity): Promise<number> =>
  mailLinks(trx, actor, request, {
    before: [],
    persons: personsOf(request.ageBand),
    async mayMail(email) {
      if (!OPEN_CHANNELS.includes(request.channel) || actor.deps.config.requestRatePerMinute === 0) return true;
      return (await countTries(actor.deps, RECIPIENT, [email.toLowerCase(), actor.workspaceId])) <= RECIPIENT.max;
    },
  });

async function mailLinks(
  trx: Trx,
  { workspaceId, deps, at }: WithDeps,
  request: requests.RequestIdentity,
  {
    before,
    persons,
    mayMail = async () => true,
  }: {
    before: Awaited<ReturnType<typeof linksOf>>;
    persons: readonly Person[];
    mayMail?: (email: string) => Promise<boolean>;
  },
): Promise<number> {
  const requestId = request.id;
  const organization = await organizationOf(trx, workspaceId);
  if (organization === undefined) return 0;
  let sent = 0;
  for (const person of persons) {
    const email = addressOf(request, person);
    if (!email || !(await mayMail(email))) continue;
    const former = before.find((link) => link.person === person);
    if (former) await endSessions(trx, workspaceId, [former.id]);
    const id = former?.id ?? randomUUIDv7();
    const token = tokenOf(deps, { id, createdAt: at });
    await trx
      .insertInto('requestLinks')
      .values({ workspaceId, id, requestId, person, tokenHash: tokenHash(token), createdAt: at })
      .onConflict((conflict) =>
        conflict
          .columns(['workspaceId', 'requestId', 'person'])
          .doUpdateSet({ tokenHash: tokenHash(token), createdAt: at, reminderIds: [] }),
      )
      .execute();
    const confirmBy = confirmByOf(request, person);
    const mail = receivedMail(
      deps.config,
      { email, locale: request.language },
      {
        reference: requestReference(request.number),
        organization,
        token,
        confirmBy,
        isGuardian: person === 'GUARDIAN',
      },
    );
    const link = { requestId, linkId: id, isNew: true };
    await enqueueLinkMail(trx, { mailer: deps.mailer, at }, link, {
      ...mail,
      workspaceId,
      quota: 'many',
      ...(confirmBy instanceof Date && { usefulUntil: confirmBy }),
    });
    sent += 1;
  }
  return sent;
}

/**
 * Until when somebody must confirm a request; null: it is confirmed, or they are by a token. One that must be confirmed
 * again does not close by itself.
 */
function confirmByOf(request: requests.RequestIdentity, person: Person): Date | 'AGAIN' | null {
  if (request.verifiedAt !== null || (person === 'SUBJECT' && request.tokenAt !== null)) return null;
  return wasConfirmed(request.rights) ? 'AGAIN' : new Date(request.verifyBy);
}

/** Ends the sessions and codes of some links. */
async function endSessions(trx: Trx, workspaceId: string, linkIds: readonly string[]): Promise<void> {
  for (const table of ['requestSessions', 'requestCodes'] as const)
    await trx.deleteFrom(table).where('workspaceId', '=', workspaceId).where('requestLinkId', 'in', linkIds).execute();
}

/**
 * Ends what some persons have of a request by their mailbox: sessions, codes, that it was confirmed by a code, and
 * mails to them that wait: those with their link, and notices (requestMessage/notify.ts).
 */
export async function endAccess(
  trx: Trx,
  { workspaceId, at }: Pick<WithDeps, 'workspaceId' | 'at'>,
  requestId: string,
  persons: readonly Person[],
): Promise<void> {
  const links = (await linksOf(trx, workspaceId, requestId)).filter(({ person }) => persons.includes(person));
  if (links.length === 0) return;
  const linkIds = links.map(({ id }) => id);
  await endSessions(trx, workspaceId, linkIds);
  await trx
    .updateTable('requestLinks')
    .set({ confirmedAt: null })
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', linkIds)
    .execute();
  const positions = links.map(({ person }) => PERSONS.indexOf(person));
  for (const which of [
    sql<SqlBool>`d.batch_id = any(${linkIds}::uuid[])`,
    sql<SqlBool>`d.position = any(${positions}::int[]) and d.batch_id in (
      select n.id from request_notices n where n.workspace_id = ${workspaceId} and n.request_id = ${requestId})`,
  ])
    await endOutdated(trx, { workspaceId, at }, which);
}

/**
 * Mails a person about their request, with their link; an agent gets mail at the address of the request. Does nothing
 * without an address. `mailId`: that of the document or fact that it requests (`endRequestMail`). The caller has locked
 * the request.
 */
export async function writeTo(
  trx: Trx,
  actor: WithDeps,
  request: requests.RequestIdentity,
  person: Person | 'AGENT',
  compose: (reader: Reader, about: AboutRequest) => Mail,
  mailId?: string,
): Promise<void> {
  const { workspaceId, deps, at } = actor;
  const reader = person === 'GUARDIAN' || personsOf(request.ageBand)[0] === 'GUARDIAN' ? 'GUARDIAN' : 'SUBJECT';
  const [email, link] = [addressOf(request, reader), (await tokensOf(trx, actor, request)).get(reader)];
  const organization = await organizationOf(trx, workspaceId);
  if (!email || !link || organization === undefined) return;
  const about = { reference: requestReference(request.number), organization, token: link.token };
  const { linkId } = link;
  await enqueueLinkMail(
    trx,
    { mailer: deps.mailer, at },
    { requestId: request.id, linkId },
    {
      ...compose({ email, locale: request.language }, about),
      ...(mailId !== undefined && { id: mailId }),
      workspaceId,
      quota: 'urgent',
    },
  );
}
