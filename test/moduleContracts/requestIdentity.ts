import { createHash, randomUUIDv7 } from 'node:crypto';
import { withScope } from '../../db/client.ts';
import { sealedDocumentReason } from '../../server/modules/requestIdentity/documentQueries.ts';
import { sealedQuestion } from '../../server/modules/requestIdentity/factQueries.ts';
import type { ModuleContract } from '../moduleContracts.ts';
import { of } from '../tenancy/sample.ts';

/** Tokens of a link and of a session, of the length of real ones. */
const linkOf = (ws: string) => `${ws}-link`;
export const sessionOf = (ws: string) => `${ws}-session`;
const sha256 = (text: string) => createHash('sha256').update(text).digest();

export default {
  calls: [],
  samples: {
    'requestIdentity.view': of((world) => ({ ws: world.ws, id: world.requestId })),
    'requestIdentity.sendLinks': of((world) => ({ ws: world.ws, id: world.requestId })),
    'requestIdentity.askDocument': of((world) => ({
      ws: world.ws,
      id: world.requestId,
      person: 'AGENT',
      reason: 'หนังสือมอบอำนาจ',
    })),
    'requestIdentity.withdrawDocument': of((world) => ({
      ws: world.ws,
      id: world.requestId,
      documentId: world.requestId,
    })),
    // Nobody has uploaded it.
    'requestIdentity.addDocument': of(
      (world) => ({ ws: world.ws, id: world.requestId, person: 'GUARDIAN', fileId: world.requestId }),
      { refused: ['file.notFound'] },
    ),
    // It was requested, and has not arrived.
    'requestIdentity.decideDocument': of(
      (world) => ({ ws: world.ws, id: world.requestId, documentId: world.requestId, decision: 'ACCEPT' }),
      { refused: ['requestIdentity.notReceived'] },
    ),
    'requestIdentity.askFact': of((world) => ({
      ws: world.ws,
      id: world.requestId,
      person: 'GUARDIAN',
      question: 'เลขที่ลูกค้า',
      expected: '1234',
    })),
    'requestIdentity.compareFact': of((world) => ({
      ws: world.ws,
      id: world.requestId,
      factId: world.requestId,
      stated: '1234',
    })),
    'requestIdentity.withdrawFact': of((world) => ({ ws: world.ws, id: world.requestId, factId: world.requestId })),
    'requestIdentity.answerFact': of(
      ({ ws, requestId }) => ({ session: sessionOf(ws), factId: requestId, stated: '1234' }),
      { bearer: true },
    ),
    'requestIdentity.sendCode': of(({ ws }) => ({ token: linkOf(ws) }), { bearer: true }),
    'requestIdentity.enterCode': of(({ ws }) => ({ token: linkOf(ws), code: '000000' }), {
      bearer: true,
      // The code is only contained in a mail.
      refused: ['requestIdentity.code'],
    }),
    'requestIdentity.overview': of(({ ws }) => ({ session: sessionOf(ws) }), { bearer: true }),
  },
  fill: async ({ owner, deps }, { ws, marker, requestId, people }) => {
    const key = await withScope(deps.db, { workspaceId: ws }, (trx) => deps.keyring.workspaceKey(trx, ws));
    await owner
      .insertInto('identityDocuments')
      .values({
        workspaceId: ws,
        id: requestId,
        requestId,
        person: 'SUBJECT',
        state: 'REQUESTED',
        reason: sealedDocumentReason.seal(key, requestId, marker),
        createdBy: people.Admin.personnelId,
        createdAt: deps.now(),
      })
      .execute();
    await owner
      .insertInto('identityFacts')
      .values({
        workspaceId: ws,
        id: requestId,
        requestId,
        person: 'SUBJECT',
        state: 'REQUESTED',
        question: sealedQuestion.seal(key, requestId, marker),
        expectedHash: '0'.repeat(43),
        triesLeft: 5,
        createdBy: people.Admin.personnelId,
        createdAt: deps.now(),
      })
      .execute();
    const link = await owner
      .updateTable('requestLinks')
      .set({ tokenHash: sha256(linkOf(ws)) })
      .where('workspaceId', '=', ws)
      .where('requestId', '=', requestId)
      .returning('id')
      .executeTakeFirstOrThrow();
    const expiresAt = new Date(deps.now().getTime() + 3_600_000);
    await owner
      .insertInto('requestSessions')
      .values({
        workspaceId: ws,
        id: randomUUIDv7(),
        requestLinkId: link.id,
        tokenHash: sha256(sessionOf(ws)),
        expiresAt,
        createdAt: deps.now(),
      })
      .execute();
    await owner
      .insertInto('requestCodes')
      .values({ workspaceId: ws, requestLinkId: link.id, codeHash: marker, triesLeft: 5, expiresAt })
      .execute();
  },
} satisfies ModuleContract;
