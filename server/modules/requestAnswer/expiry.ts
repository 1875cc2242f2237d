import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { type Actor, systemActor } from '../../platform/actor.ts';
import { isSilent, laterEnd, type ResumedPart } from '../../platform/clock/silence.ts';
import { eachRow } from '../../platform/jobs/eachRow.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import { isOpen, transition } from '../../platform/workflow/workflow.ts';
import { isUnsent } from '../requestMessage/ready.ts';
import * as queries from './queries.ts';
import { answerWorkflow, expiryOf } from './workflow.ts';

const BATCH = 100;
const FLAG = 'dsrmEnabled';

/** Gives data subjects the days back in which they could not open an answer. */
export const resumed: ResumedPart = {
  flag: FLAG,
  async giveBack(trx, again) {
    await trx
      .updateTable('requestAnswers')
      .set({ expiresAt: laterEnd(again, { startedAt: sql`ready_at`, dueAt: sql`expires_at` }) })
      .where('workspaceId', '=', again.workspaceId)
      .where('status', '=', 'READY')
      // Its days were over before.
      .$if(again.since !== null, (answers) => answers.where('expiresAt', '>', again.since!.toISOString() as never))
      .execute();
  },
};

/**
 * Whether nobody knows of an answer: none of its mails was sent, or all came back, and nobody opened it. What was
 * opened before it was withdrawn and released again does not count.
 */
const isUnopened = async (
  trx: Trx,
  workspaceId: string,
  { id, noticeId, readyAt }: queries.AnswerRow,
): Promise<boolean> =>
  noticeId !== null &&
  (await isUnsent(trx, workspaceId, noticeId)) &&
  !(await queries.readsOf(trx, workspaceId, id)).some(({ at }) => Date.parse(at) >= Date.parse(readyAt ?? at));

/** Whether the days of a ready answer are over. */
export const isExpiredAt = ({ expiresAt }: queries.AnswerRow, at: Date): boolean =>
  Date.parse(expiresAt!) <= at.getTime();

/** Whether the days of a ready answer start again at its first opening: they are over, and nobody knows of it. */
export const startsAtOpening = async (
  trx: Trx,
  { workspaceId, at }: Pick<Actor, 'workspaceId' | 'at'>,
  answer: queries.AnswerRow,
): Promise<boolean> => isExpiredAt(answer, at) && (await isUnopened(trx, workspaceId, answer));

/** Until when a ready answer can be opened, as far as it can; opened now, where its days start at the opening. */
export async function openableUntil(
  trx: Trx,
  actor: Pick<Actor, 'workspaceId' | 'at'>,
  answer: queries.AnswerRow,
): Promise<Date | undefined> {
  if (!isExpiredAt(answer, actor.at)) return new Date(answer.expiresAt!);
  return (await startsAtOpening(trx, actor, answer)) ? expiryOf(answer, actor.at) : undefined;
}

/** Removes expired packages in every workspace, those that expired first before the others. @returns how many */
export const expirePackages = (deps: Deps, signal: AbortSignal): Promise<number> =>
  eachRow(deps, signal, {
    order: ['expiresAt', 'id'],
    read: ({ position, isNext }) =>
      deps.systemDb
        .selectFrom('requestAnswers')
        .select(['workspaceId', 'id', position.as('position')])
        .where('status', '=', 'READY')
        .where('expiresAt', '<=', deps.now().toISOString())
        .where(isNext)
        .orderBy('expiresAt')
        .orderBy('id')
        .limit(BATCH)
        .execute(),
    limit: BATCH,
    failed: 'an expired package could not be removed; it is tried again',
    work: ({ workspaceId, id }) =>
      transact(deps, { workspaceId }, async (trx) => {
        // Nobody can open it meanwhile: its days go on later.
        if (await isSilent(trx, workspaceId, FLAG)) return false;
        const row = await queries.locked(trx, workspaceId, id);
        // Its days may have started again since it was found.
        if (!row || !isOpen(answerWorkflow, row, 'expire') || !isExpiredAt(row, deps.now())) return false;
        if (await isUnopened(trx, workspaceId, row)) return false;
        await transition(trx, systemActor(deps, workspaceId), answerWorkflow, row, 'expire', {});
        return true;
      }),
  });
