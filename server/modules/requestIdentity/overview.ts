import type { z } from 'zod';
import { requestReference } from '../../../shared/request/reference.ts';
import type { IdentityDocument } from '../../../shared/requestIdentity/document.ts';
import type { inSession, requestOverview } from '../../../shared/requestIdentity/schema.ts';
import type { RequestContext } from '../../platform/trpc/context.ts';
import { personsOf } from '../request/persons.ts';
import * as requests from '../request/service.ts';
import { asSubject } from './access.ts';
import { documentsOf, sealedDocumentReason } from './documentQueries.ts';
import { factsOf, sealedQuestion } from './factQueries.ts';
import { knownPersons } from './known.ts';
import { organizationOf } from './queries.ts';

/** The status of a request, for data subjects who entered its code. @throws 401 `requestIdentity.session` */
export const overview = (
  ctx: RequestContext,
  { session }: z.output<typeof inSession>,
): Promise<z.input<typeof requestOverview>> =>
  asSubject(ctx, session, async (trx, subject) => {
    const { workspaceId, requestId, person } = subject;
    const request = (await requests.identityOf(trx, subject, requestId))!;
    const known = await knownPersons(trx, workspaceId, request);
    const key = await subject.deps.keyring.workspaceKey(trx, workspaceId);
    const persons = personsOf(request.ageBand);
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
      verifyBy: request.verifyBy,
      verifiedAt: request.verifiedAt,
      closedAt: request.closedAt,
      awaitsOther: isOpen && request.verifiedAt === null && persons.some((who) => who !== person && !known.has(who)),
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
      facts: facts.flatMap((fact) =>
        fact.state === 'REQUESTED' && fact.person === person && fact.question
          ? [{ id: fact.id, question: sealedQuestion.open(key, fact.id, fact.question), triesLeft: fact.triesLeft }]
          : [],
      ),
      rights: [...request.rights],
    };
  });
