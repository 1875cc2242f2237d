import type { Trx } from '../../../db/client.ts';
import { DAY } from '../../../shared/duration.ts';
import { transact } from '../../platform/trpc/context.ts';
import type { Schedule } from '../../platform/jobs/schedules.ts';
import { removeFile } from '../../platform/files/remove.ts';

const AT_ONCE = 100;

/** Removes files that a data subject uploaded but did not send. */
export const unsentFiles: Schedule = {
  name: 'requestMessage.unsent',
  cron: '17 * * * *',
  async run(deps, signal) {
    const before = new Date(deps.now().getTime() - DAY).toISOString();
    let removed = 0;
    for (let more = true; more && !signal.aborted;) {
      const rows = await deps.systemDb
        .selectFrom('requestMessageFiles')
        .select(['workspaceId', 'id'])
        .where('requestMessageId', 'is', null)
        .where('createdAt', '<', before)
        .limit(AT_ONCE)
        .execute();
      for (const { workspaceId, id: fileId } of rows)
        if (await transact(deps, { workspaceId }, (trx) => removeUnsent(trx, { workspaceId, fileId }))) removed += 1;
      more = rows.length === AT_ONCE;
    }
    return { removed };
  },
};

/** @returns false where it is gone, or was sent since it was found: then it is part of a message */
async function removeUnsent(
  trx: Trx,
  { workspaceId, fileId }: { workspaceId: string; fileId: string },
): Promise<boolean> {
  const unsent = await trx
    .selectFrom('requestMessageFiles')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', fileId)
    .where('requestMessageId', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (unsent) await removeFile(trx, { workspaceId, fileId });
  return unsent !== undefined;
}
