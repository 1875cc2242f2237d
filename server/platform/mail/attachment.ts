import type { Readable } from 'node:stream';
import { withScope } from '../../../db/client.ts';
import { BYTES_COLUMNS, getBytes } from '../files/bytes.ts';
import { FileMissing } from '../files/contract.ts';
import type { Deps } from '../trpc/context.ts';

/**
 * The bytes of a file that a waiting mail names by the key it had in the store then: `<workspace id>/<file id>`.
 * @throws FileMissing when the workspace has no such file any more
 */
export async function attachmentBytes(
  deps: Pick<Deps, 'db' | 'keyring' | 'files'>,
  workspaceId: string,
  storageKey: string,
): Promise<Readable> {
  // Encrypted since, it has another key.
  const [, fileId = ''] = /^[^/]+\/([^.]+)/.exec(storageKey) ?? [];
  const file = await withScope(deps.db, { workspaceId }, (trx) =>
    trx
      .selectFrom('files')
      .select(BYTES_COLUMNS)
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', fileId)
      .executeTakeFirst(),
  );
  if (!file) throw new FileMissing(storageKey);
  return getBytes(deps, file);
}
