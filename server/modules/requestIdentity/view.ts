import type { Trx } from '../../../db/client.ts';
import type { RightCode } from '../../../shared/dataRight/schema.ts';
import type { RequestStatus } from '../../../shared/request/stage.ts';
import type {
  IdentityDocument,
  IdentityNeed,
  IdentityView,
  RelatedRequest,
} from '../../../shared/requestIdentity/document.ts';
import { actorOf } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { addressOf, personsOf } from '../../../shared/request/persons.ts';
import * as requests from '../request/service.ts';
import type { IdentityFact } from '../../../shared/requestIdentity/fact.ts';
import { type FactRow, factsOf, sealedQuestion } from './factQueries.ts';
import { type DocumentRow, documentsOf, sealedDocumentReason } from './documentQueries.ts';
import { isKnownByDocument } from './known.ts';
import { linkMailsOf, newestOf } from './linkMails.ts';
import { linksOf } from './queries.ts';

/** Other requests of one person that are listed. */
const MOST = 20;

/** How the data subject of a request was identified, and their other requests. @throws 404 */
export async function identityView(trx: Trx, ctx: WorkspaceContext, id: string): Promise<IdentityView> {
  const ws = ctx.workspace.id;
  const request = await requests.identityOf(trx, actorOf(ctx), id);
  if (!request) throw appError('request.notFound');
  const [links, mails, rows, facts, related, key] = await Promise.all([
    linksOf(trx, ws, id),
    linkMailsOf(trx, ws, id),
    documentsOf(trx, ws, id),
    factsOf(trx, ws, id),
    relatedOf(trx, ws, id),
    ctx.deps.keyring.workspaceKey(trx, ws),
  ]);
  const hasAgent = rows.some(({ person, state }) => person === 'AGENT' && state !== 'WITHDRAWN');
  return {
    id,
    persons: personsOf(request.ageBand).map((person) => {
      const link = links.find((one) => one.person === person);
      const mail = link ? newestOf(mails.get(link.id)) : null;
      return {
        person,
        hasEmail: addressOf(request, person) !== '',
        linkSentAt: link?.createdAt ?? null,
        linkMail: mail && { state: mail.state, returned: mail.returned },
        confirmedAt: link?.confirmedAt ?? null,
        byToken: person === 'SUBJECT' && request.tokenAt !== null,
      };
    }),
    needs: request.rights.map((right) => {
      const need = needOf(right.code, { isKnown: request.verifiedHow === 'TOKEN', hasAgent });
      return { rightId: right.id, name: right.name, need, isMet: isMet(need, request, { links, rows, facts }) };
    }),
    documents: rows.map((row) => ({
      id: row.id,
      person: row.person as IdentityDocument['person'],
      state: row.state as IdentityDocument['state'],
      hasFile: row.fileId !== null,
      reason: row.reason ? sealedDocumentReason.open(key, row.id, row.reason) : '',
      ...whenOf(row),
    })),
    facts: facts.map((fact) => ({
      id: fact.id,
      person: fact.person as IdentityFact['person'],
      state: fact.state as IdentityFact['state'],
      question: fact.question ? sealedQuestion.open(key, fact.id, fact.question) : '',
      triesLeft: fact.triesLeft,
      createdAt: fact.createdAt,
      decidedAt: fact.decidedAt,
      answeredBy: fact.answeredByName,
    })),
    related,
    duplicateOf: request.duplicateOf ? await numberOf(trx, ws, request.duplicateOf) : null,
  };
}

const whenOf = ({ rightIds, createdAt, receivedAt, decidedAt, decidedByName }: DocumentRow) => ({
  rightIds,
  createdAt,
  receivedAt,
  decidedAt,
  decidedBy: decidedByName,
});

/** The identification that a right requires, as little as possible (domain brief, section 2). */
function needOf(code: RightCode | null, { isKnown, hasAgent }: { isKnown: boolean; hasAgent: boolean }): IdentityNeed {
  if (hasAgent) return 'DOCUMENT';
  if (isKnown) return 'NOTHING';
  return code === 'WITHDRAWAL' || code === 'OBJECTION' || code === 'COMPLAINT' ? 'CODE' : 'SECOND';
}

/** Whether everybody is identified as required. A document replaces a code and a fact. */
function isMet(
  need: IdentityNeed,
  request: requests.RequestIdentity,
  { links, rows, facts }: { links: Awaited<ReturnType<typeof linksOf>>; rows: DocumentRow[]; facts: FactRow[] },
): boolean {
  const { ageBand, verifiedAt } = request;
  if (need === 'NOTHING') return true;
  if (need === 'DOCUMENT') return rows.some(({ person, state }) => person === 'AGENT' && state === 'ACCEPTED');
  if (need === 'CODE') return verifiedAt !== null;
  return personsOf(ageBand).every(
    (person) =>
      isKnownByDocument(person, request, { links, documents: rows }) ||
      (facts.some((fact) => fact.person === person && fact.state === 'MATCHED') &&
        (verifiedAt !== null || links.some((link) => link.person === person && link.confirmedAt !== null))),
  );
}

async function numberOf(trx: Trx, workspaceId: string, id: string): Promise<{ id: string; number: number } | null> {
  const row = await trx
    .selectFrom('requests')
    .select(['id', 'number'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Other requests with the same id, email address or telephone number, newest first. */
async function relatedOf(trx: Trx, workspaceId: string, id: string): Promise<RelatedRequest[]> {
  const rows = await trx
    .selectFrom('requests as r')
    .innerJoin('requests as own', (join) =>
      join.onRef('own.workspaceId', '=', 'r.workspaceId').on('own.id', '=', id).onRef('own.id', '<>', 'r.id'),
    )
    .innerJoin('applications as a', (join) =>
      join.onRef('a.workspaceId', '=', 'r.workspaceId').onRef('a.id', '=', 'r.applicationId'),
    )
    .select(['r.id', 'r.number', 'r.status', 'r.receivedAt', 'r.verifiedAt', 'r.duplicateOf', 'a.name as application'])
    .select((eb) => [
      eb('r.uidHash', '=', eb.ref('own.uidHash')).as('uid'),
      eb('r.emailHash', '=', eb.ref('own.emailHash')).as('email'),
      eb('r.phoneHash', '=', eb.ref('own.phoneHash')).as('phone'),
    ])
    .where('r.workspaceId', '=', workspaceId)
    .where((eb) =>
      eb.or([
        eb('r.uidHash', '=', eb.ref('own.uidHash')),
        eb('r.emailHash', '=', eb.ref('own.emailHash')),
        eb('r.phoneHash', '=', eb.ref('own.phoneHash')),
      ]),
    )
    .orderBy('r.receivedAt', 'desc')
    .orderBy('r.id', 'desc')
    .limit(MOST)
    .execute();
  if (rows.length === 0) return [];
  const rights = await trx
    .selectFrom('requestRights')
    .select(['requestId', 'nameTh as th', 'nameEn as en'])
    .where('workspaceId', '=', workspaceId)
    .where(
      'requestId',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('position')
    .execute();
  return rows.map(({ status, duplicateOf, uid, email, phone, ...row }) => ({
    ...row,
    status: status as RequestStatus,
    rights: rights.flatMap(({ requestId, th, en }) => (requestId === row.id ? [{ th, en }] : [])),
    sameBy: (Object.entries({ uid, email, phone }) as [RelatedRequest['sameBy'][number], unknown][]).flatMap(
      ([what, same]) => (same ? [what] : []),
    ),
    isDuplicate: duplicateOf !== null,
  }));
}
