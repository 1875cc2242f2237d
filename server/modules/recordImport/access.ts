import type { Trx } from '../../../db/client.ts';
import { refusal } from '../../../shared/permissions.ts';
import type { WorkspaceContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { isImportFile } from './queries.ts';

/** Lets a file that an import took in, or its rejected rows, through only to those who may import; any other file passes. */
export async function requireImportFile(trx: Trx, { standing, workspace }: Pick<WorkspaceContext, 'standing' | 'workspace'>, fileId: string): Promise<void> {
  const reason = refusal(standing, 'ropa.write');
  if (reason === null || !(await isImportFile(trx, workspace.id, fileId))) return;
  throw errors.forbidden({ code: `forbidden.${reason}`, ...(reason === 'flag' || reason === 'tier' ? { key: 'errors:forbiddenTier' } : {}) });
}
