import type { Trx } from '../../../../db/client.ts';
import type { WithDeps } from '../../../platform/actor.ts';
import * as mailingQueries from './mailingQueries.ts';

/**
 * Stops the mailings about a notice that write to people or have mails that wait; the job ends these. `supersededBy`:
 * the version just published, which stops those about earlier ones if people are to be informed of it; left out: all
 * stop.
 */
export async function stopMailings(
  trx: Trx,
  { deps, workspaceId, at }: WithDeps,
  noticeId: string,
  supersededBy?: number,
): Promise<void> {
  for (const id of await mailingQueries.stopMailings(trx, workspaceId, { noticeId, supersededBy, at }))
    await deps.jobs.send(trx, 'privacyNotice.mailing', { workspaceId, id }, { key: id });
}
