import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { listPiiCategories } from '../../../shared/piiCategory.ts';
import type { WorkspaceContext } from '../../context.ts';
import * as queries from './queries.ts';

/** One page of the workspace's categories of personal data; active ones in Thai order unless asked otherwise. */
export function list(ctx: WorkspaceContext, input: z.output<typeof listPiiCategories>) {
  return ctx.transaction((trx) => queries.list(trx, ctx.workspace.id, input));
}

/** For other modules: whether each of `ids` exists and is active, or is in `kept`, where it was chosen while it was. */
export async function mayChoose(trx: Trx, workspaceId: string, ids: readonly string[], kept: readonly string[]): Promise<boolean> {
  const active = await queries.activeOf(trx, workspaceId, ids);
  return ids.every((id) => active.get(id) || (active.has(id) && kept.includes(id)));
}
