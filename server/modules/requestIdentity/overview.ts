import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { mustConfirmAgain } from '../../../shared/request/stage.ts';
import type { IdentityDocument } from '../../../shared/requestIdentity/document.ts';
import type { inSession, requestOverview } from '../../../shared/requestIdentity/schema.ts';
import type { RequestContext } from '../../platform/trpc/context.ts';
import { personsOf } from '../../../shared/request/persons.ts';
import * as requests from '../request/service.ts';
import { asSubject, type DataSubject } from './access.ts';
import { documentsOf, sealedDocumentReason } from './documentQueries.ts';
import { factsOf, sealedQuestion } from './factQueries.ts';
import { knownPersons } from './known.ts';
import { isReached, linkMailsOf } from './linkMails.ts';
import { recipientsOf } from './links.ts';
import { organizationOf } from './queries.ts';

/** The status of a request, for data subjects who entered its code. @throws 401 `requestIdentity.session` */
export const overview = (
  ctx: RequestContext,
  { session }: z.output<typeof inSession>,
): Promise<z.input<typeof requestOverview>> =>
  asSubject(ctx, session, async (trx, subject) => {
    const { workspaceId, requestId, person } = subject;
    const request = (await requests.identityOf(trx, subject, requestId))!;
    const key = await subject.deps.keyring.workspaceKey(trx, workspaceId);
    // Of a closed request nothing is awaited any more.
    const isOpen = request.closedAt === null;
    const documents = isOpen ? await documentsOf(trx, workspaceId, requestId) : [];
    const facts = isOpen ? await factsOf(trx, workspaceId, requestId) : [];
    return {
      reference: requestReference(request.number),
      organization: (await organizationOf(trx, workspaceId))!,
      person,
      language: request.language,
      receivedAt: request.receivedAt,
      verifiedAt: request.verifiedAt,
      closedAt: request.closedAt,
      ...(await awaitedOther(trx, subject, request)),
      documents: documents.flatMap((row) =>
        row.state === 'REQUESTED' || row.state === 'RECEIVED'
          ? [
              {
                person: row.person as IdentityDocument['person'],
                isReceived: row.state === 'RECEIVED',
                reason: row.reason ? sealedDocumentReason.open(key, row.id, row.reason) : '',
              },
            ]
          : [],
      ),
      identityDays: (await requests.settingsOf(trx, workspaceId)).identityDays,
      facts: facts.flatMap((fact) =>
        fact.state === 'REQUESTED' && fact.person === person && fact.question
          ? [{ id: fact.id, question: sealedQuestion.open(key, fact.id, fact.question), triesLeft: fact.triesLeft }]
          : [],
      ),
      rights: [...request.rights],
    };
  });

/** By what the other person has yet to be known, and by when; a past date closes nothing any more. */
async function awaitedOther(
  trx: Trx,
  subject: DataSubject,
  request: requests.RequestIdentity,
): Promise<Pick<z.input<typeof requestOverview>, 'awaitsOther' | 'confirmBy'>> {
  const { workspaceId, at } = subject;
  if (request.closedAt !== null || request.verifiedAt !== null) return { awaitsOther: null, confirmBy: null };
  const known = await knownPersons(trx, workspaceId, request);
  const other = personsOf(request.ageBand).find((who) => who !== subject.person && !known.has(who));
  if (!other) return { awaitsOther: null, confirmBy: null };
  const mails = await linkMailsOf(trx, workspaceId, request.id);
  const recipients = await recipientsOf(trx, subject, request);
  const theirs = recipients.find(({ person }) => person === other);
  const sent = theirs && mails.get(theirs.linkId);
  const reached = theirs !== undefined && isReached(sent);
  // A mail that waits may still arrive; until it has, the request does not close.
  if (!reached && !sent?.some(({ state }) => state === 'waiting')) return { awaitsOther: 'STAFF', confirmBy: null };
  const closes = reached && !mustConfirmAgain(request) && Date.parse(request.verifyBy) > at.getTime();
  return { awaitsOther: 'LINK', confirmBy: closes ? request.verifyBy : null };
}
