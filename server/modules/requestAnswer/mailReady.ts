import type { Trx } from '../../../db/client.ts';
import { systemActor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { storeNotice, writeMails } from '../requestMessage/notify.ts';
import type { AnswerRow } from './queries.ts';

/** Mails everybody who acts in the request and has a link that its answer is ready. Staff notify those without one. */
export async function mailReady(
  deps: Deps,
  trx: Trx,
  { workspaceId, answer: { id, requestId } }: { workspaceId: string; answer: Pick<AnswerRow, 'id' | 'requestId'> },
): Promise<void> {
  const actor = systemActor(deps, workspaceId);
  const notice = { kind: 'READY', rights: [], reason: '' } as const;
  const noticeId = await storeNotice(trx, actor, requestId, notice);
  await trx
    .updateTable('requestAnswers')
    .set({ noticeId })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
  await writeMails(trx, actor, requestId, { id: noticeId, ...notice });
}
