import type { Trx } from '../../../db/client.ts';
import { sealedText } from '../../platform/crypto/sealedColumn.ts';

export const sealedQuestion = sealedText({ table: 'identityFacts', column: 'question' });

/** Requested facts of a request, oldest first. */
export const factsOf = (trx: Trx, workspaceId: string, requestId: string) =>
  trx
    .selectFrom('identityFacts as f')
    .leftJoin('personnel as p', (join) =>
      join.onRef('p.workspaceId', '=', 'f.workspaceId').onRef('p.id', '=', 'f.answeredBy'),
    )
    .select(['f.id', 'f.person', 'f.state', 'f.question', 'f.expectedHash', 'f.triesLeft'])
    .select(['f.createdAt', 'f.decidedAt', 'p.name as answeredByName'])
    .where('f.workspaceId', '=', workspaceId)
    .where('f.requestId', '=', requestId)
    .orderBy('f.createdAt')
    .orderBy('f.id')
    .execute();
export type FactRow = Awaited<ReturnType<typeof factsOf>>[number];
