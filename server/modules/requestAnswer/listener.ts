import type { Trx } from '../../../db/client.ts';
import { releaseFiles } from '../../platform/files/release.ts';
import type { RecordListener } from '../../platform/records/listener.ts';
import { originalFile, packageFile, redactedFile } from './files.ts';

/** Releases all files of the answers to some requests. */
async function giveUpFiles(trx: Trx, workspaceId: string, requestIds: readonly string[]): Promise<void> {
  const answers = await trx
    .selectFrom('requestAnswers')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('requestId', 'in', [...requestIds])
    .execute();
  for (const kind of [originalFile, redactedFile, packageFile])
    await releaseFiles(trx, kind, { workspaceId, ownerIds: answers.map(({ id }) => id) });
}

/** Answers are deleted with the data subject: letters, packages, original and redacted files. */
export const requestListener: RecordListener = {
  async anonymised(trx, { workspaceId }, ids) {
    await giveUpFiles(trx, workspaceId, ids);
    await trx
      .deleteFrom('requestAnswers')
      .where('workspaceId', '=', workspaceId)
      .where('requestId', 'in', [...ids])
      .execute();
  },
  removing: (trx, { workspaceId }, id) => giveUpFiles(trx, workspaceId, [id]),
};
