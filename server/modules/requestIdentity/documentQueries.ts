import type { Trx } from '../../../db/client.ts';
import { sealedText } from '../../platform/crypto/sealedColumn.ts';

export const sealedDocumentReason = sealedText({ table: 'identityDocuments', column: 'reason' });

/** Documents of a request, oldest first. */
export const documentsOf = (trx: Trx, workspaceId: string, requestId: string) =>
  trx
    .selectFrom('identityDocuments as d')
    .leftJoin('personnel as p', (join) =>
      join.onRef('p.workspaceId', '=', 'd.workspaceId').onRef('p.id', '=', 'd.decidedBy'),
    )
    .select(['d.id', 'd.person', 'd.state', 'd.fileId', 'd.reason', 'd.rightIds', 'd.receivedAt'])
    .select(['d.decidedAt', 'd.createdAt', 'p.name as decidedByName'])
    .where('d.workspaceId', '=', workspaceId)
    .where('d.requestId', '=', requestId)
    .orderBy('d.createdAt')
    .orderBy('d.id')
    .execute();
export type DocumentRow = Awaited<ReturnType<typeof documentsOf>>[number];
