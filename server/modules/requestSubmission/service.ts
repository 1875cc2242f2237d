import { type UploadedFile } from '../../../shared/file.ts';
import { fileUrl } from '../../../shared/fileUrl.ts';
import { actorOf } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { attachmentsOf } from '../request/rows.ts';
import * as requests from '../request/service.ts';

/**
 * Files that a data subject sent with a request; empty for readers without permission for the data subject.
 * @throws 404, also for a request that the caller cannot read
 */
export function attachments(ctx: WorkspaceContext, { id }: { id: string }): Promise<UploadedFile[]> {
  const ws = ctx.workspace.id;
  return ctx.read(async (trx) => {
    const key = await ctx.deps.keyring.workspaceKey(trx, ws);
    const [mayRead, files] = await Promise.all([requests.mayReadWords(trx, ctx, id), attachmentsOf(trx, key, ws, id)]);
    if (mayRead) return files.map((file) => ({ ...file, url: fileUrl(ws, file.id) }));
    if (requests.knowsIdentity(actorOf(ctx))) throw appError('request.notFound');
    return [];
  });
}
