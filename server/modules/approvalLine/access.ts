import type { Trx } from '../../../db/client.ts';
import { refusal } from '../../../shared/registry/permissions.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { errors } from '../../platform/errors.ts';
import { isSeen, lineOfFile } from './readers.ts';
import { readerOf } from './service.ts';

/**
 * Lets the document of a line through only to those who may see the line; any other file passes. Answers whether it is
 * such a document.
 */
export async function requireApprovalFile(trx: Trx, ctx: WorkspaceContext, fileId: string): Promise<boolean> {
  const line = await lineOfFile(trx, ctx.workspace.id, fileId);
  if (line === undefined) return false;
  if (refusal(ctx.standing, 'approval.act') !== null || !(await isSeen(trx, readerOf(ctx), line)))
    throw errors.notFound({ code: 'file.notFound', key: 'files:notFound' });
  return true;
}
