import type { Trx } from '../../../db/client.ts';
import { sectionOfGround } from '../../../shared/request/grounds.ts';
import type { NoticeKind } from '../../../shared/requestMessage/schema.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { deadlinesOf } from '../../platform/clock/deadlines.ts';
import { releaseFiles } from '../../platform/files/release.ts';
import type { RecordListener } from '../../platform/records/listener.ts';
import { RIGHT } from '../request/clock.ts';
import { followingOf, outcomesOf } from '../request/outstanding.ts';
import * as rows from '../request/rows.ts';
import { sealedReason } from '../request/subject.ts';
import { carriedOutInPart } from '../requestRefusal/parts.ts';
import { messageFile } from './files.ts';
import { assertReadable, writeMessage } from './messages.ts';
import { endRequesting, notify } from './notify.ts';
import * as queries from './queries.ts';
import { awaitedReplies } from './answerBy.ts';
import { countAnswer, forgetAnswer } from './waiting.ts';

/** Moves by staff that the data subject is notified of by mail. */
const NOTICE_OF: Readonly<Record<string, NoticeKind>> = {
  ask: 'QUESTION',
  extend: 'EXTENDED',
  reject: 'REFUSED',
  approve: 'DONE',
  reopen: 'REOPENED',
};
/** Moves whose reason is for the data subject, and is in the mail; a question is only on their page. */
const WITH_REASON: readonly NoticeKind[] = ['EXTENDED', 'REFUSED', 'REOPENED'];

/**
 * Notifies the data subject of moves by staff; a question to them becomes a message, with a deadline for the answer.
 */
export const requestListener: RecordListener = {
  async changed(trx, actor, ids) {
    for (const id of ids) {
      await notifyOfMoves(trx, actor, id);
      await countAnswer(trx, actor, id);
      await endRequesting(trx, actor, id);
    }
  },
  /** @throws 409 `requestMessage.unreachable`: a question nobody has a link to read would pause the due date */
  async moving(trx, actor, { id, action }) {
    if (action === 'ask') await assertReadable(trx, actor, (await rows.find(trx, actor.workspaceId, id))!);
  },
  async anonymised(trx, actor, ids) {
    const { workspaceId } = actor;
    await releaseFiles(trx, messageFile, { workspaceId, ownerIds: ids });
    for (const table of ['requestMessageFiles', 'requestMessages', 'requestNotices'] as const)
      await trx
        .deleteFrom(table)
        .where('workspaceId', '=', workspaceId)
        .where('requestId', 'in', [...ids])
        .execute();
    for (const id of ids) await forgetAnswer(trx, actor, id);
  },
  async removing(trx, actor, id) {
    await releaseFiles(trx, messageFile, { workspaceId: actor.workspaceId, ownerIds: [id] });
    await forgetAnswer(trx, actor, id);
  },
};

async function notifyOfMoves(trx: Trx, actor: WithDeps, requestId: string): Promise<void> {
  const { workspaceId, personnelId: by, at, deps } = actor;
  if (by === null) return;
  const actions = Object.keys(NOTICE_OF);
  const moves = await queries.unannouncedMoves(trx, workspaceId, { requestId, by, at, actions });
  if (moves.length === 0) return;
  const rights = await rows.rightsOf(trx, workspaceId, [requestId]);
  const key = await deps.keyring.workspaceKey(trx, workspaceId);
  for (const [action, steps] of Map.groupBy(moves, (move) => move.action)) {
    const kind = NOTICE_OF[action]!;
    const [first] = steps;
    const reason = first?.reason ? sealedReason.open(key, first.id, first.reason) : '';
    if (kind === 'QUESTION') await writeMessage(trx, actor, requestId, { author: 'STAFF', kind, text: reason });
    const moved = rights.filter(({ id }) => steps.some(({ requestRightId }) => requestRightId === id));
    await notify(trx, actor, requestId, {
      kind,
      rights: await linesOf(trx, { workspaceId, requestId }, kind, moved),
      reason: WITH_REASON.includes(kind) ? reason : '',
      moveIds: steps.map(({ id }) => id),
    });
  }
}

/**
 * The text of a notice for each right: until when, under which section it is refused, or whether all was carried out
 * and the answer follows.
 */
async function linesOf(
  trx: Trx,
  { workspaceId, requestId }: { workspaceId: string; requestId: string },
  kind: NoticeKind,
  rights: readonly rows.RightRow[],
) {
  const ids = rights.map(({ id }) => id);
  const isDone = kind === 'DONE';
  const clocks = kind === 'EXTENDED' || kind === 'REOPENED' ? await deadlinesOf(trx, workspaceId, RIGHT, ids) : null;
  const inPart = isDone ? await carriedOutInPart(trx, workspaceId, ids) : null;
  const following = isDone ? await followingOf(trx, workspaceId, requestId) : null;
  const outcomes = isDone ? await outcomesOf(trx, workspaceId, requestId) : null;
  const replies = kind === 'QUESTION' ? await awaitedReplies(trx, workspaceId, rights) : null;
  return rights.map(({ id, code, nameTh, nameEn, groundCode }) => {
    const refusedBy = kind === 'REFUSED' ? groundCode : null;
    return {
      id,
      name: { th: nameTh, en: nameEn },
      until: replies?.get(id)?.until.toISOString() ?? clocks?.get(id)?.dueAt ?? null,
      section: sectionOfGround(code, refusedBy),
      groundCode: refusedBy,
      inPart: inPart?.has(id) ?? false,
      // Answers are released after the right is decided.
      answerFollows: following?.has(id) ?? false,
      outcomeOnPage: outcomes?.has(id) ?? false,
    };
  });
}
