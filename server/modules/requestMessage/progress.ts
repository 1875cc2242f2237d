import type { Trx } from '../../../db/client.ts';
import { STATUTORY_DAYS } from '../../../shared/dataRight/schema.ts';
import { sectionOfGround } from '../../../shared/request/grounds.ts';
import { isClosed, mustConfirmAgain, rightStage } from '../../../shared/request/stage.ts';
import { type RequestProgress, ANNOUNCED_STEPS } from '../../../shared/requestMessage/schema.ts';
import { deadlinesOf } from '../../platform/clock/deadlines.ts';
import { ACT, RIGHT } from '../request/clock.ts';
import * as rows from '../request/rows.ts';
import { sealedReason, sealedResolution } from '../request/subject.ts';
import { followingOf, outcomesOf } from '../request/outstanding.ts';
import { carriedOutInPart } from '../requestRefusal/parts.ts';
import type { DataSubject } from '../requestIdentity/access.ts';
import { messagesOf } from './messages.ts';
import * as queries from './queries.ts';
import { awaitedReplies } from './answerBy.ts';

type Step = (typeof ANNOUNCED_STEPS)[number];
/** Moves whose reason is for the data subject; a question is among the messages. */
const WITH_REASON: readonly Step[] = ['extend', 'reject', 'reopen'];

/** A revision number: it changes whenever something that the data subject can read may have changed. */
export async function revisionOf(trx: Trx, { workspaceId, requestId }: DataSubject): Promise<string> {
  const { rowVersion } = (await rows.find(trx, workspaceId, requestId))!;
  const messages = await queries.countMessages(trx, workspaceId, requestId);
  return [rowVersion, messages, await queries.countReady(trx, workspaceId, requestId)].join('.');
}

/** A request as the data subject can read it: without names of colleagues, and without internal reasons. */
export async function progressOf(trx: Trx, subject: DataSubject): Promise<RequestProgress> {
  const { workspaceId, requestId, deps } = subject;
  const key = await deps.keyring.workspaceKey(trx, workspaceId);
  const request = (await rows.find(trx, workspaceId, requestId))!;
  const rights = await rows.rightsOf(trx, workspaceId, [requestId]);
  const ids = rights.map(({ id }) => id);
  const clocks = await deadlinesOf(trx, workspaceId, RIGHT, ids);
  const ofAct = await deadlinesOf(trx, workspaceId, ACT, ids);
  const completed = rights.filter(({ stage }) => stage === 'COMPLETE').map(({ id }) => id);
  const inPart = await carriedOutInPart(trx, workspaceId, completed);
  const following = await followingOf(trx, workspaceId, requestId);
  const moves = await rows.movesOf(trx, workspaceId, requestId);
  const reasonOf = ({ id, reason }: (typeof moves)[number]) => (reason ? sealedReason.open(key, id, reason) : '');
  const replies = await awaitedReplies(trx, workspaceId, rights);
  const isProven = !mustConfirmAgain({ verifiedAt: request.verifiedAt, rights });
  const outcomes = isProven ? await outcomesOf(trx, workspaceId, requestId) : new Set<string>();
  const messages = await messagesOf(trx, key, workspaceId, requestId);
  return {
    revision: await revisionOf(trx, subject),
    language: request.language,
    receivedAt: request.receivedAt,
    verifiedAt: request.verifiedAt,
    closedAt: request.closedAt,
    rights: rights.map((right) => ({
      id: right.id,
      name: { th: right.nameTh, en: right.nameEn },
      code: right.code,
      stage: right.stage,
      clock: clocks.get(right.id) ?? null,
      legalDueAt: right.code && STATUTORY_DAYS[right.code] ? (ofAct.get(right.id)?.dueAt ?? null) : null,
      closedAt: right.closedAt,
      replyBy: replies.get(right.id)?.until.toISOString() ?? null,
      refusal: refusalOf(right, moves, reasonOf),
      outcome: outcomes.has(right.id) && right.resolution ? sealedResolution.open(key, right.id, right.resolution) : '',
      inPart: inPart.has(right.id),
      answerFollows: right.stage === 'COMPLETE' && following.has(right.id),
    })),
    steps: moves
      .filter(({ action }) => (ANNOUNCED_STEPS as readonly string[]).includes(action))
      .map((move) => {
        const right = rights.find(({ id }) => id === move.requestRightId)!;
        const step = move.action as Step;
        return {
          id: move.id,
          right: { th: right.nameTh, en: right.nameEn },
          step,
          reason: WITH_REASON.includes(step) ? reasonOf(move) || null : null,
          at: move.at,
        };
      })
      .toReversed(),
    messages: messages.map(({ id, author, kind, text, at, files }) => ({ id, author, kind, text, at, files })),
    answersReady: await queries.countReady(trx, workspaceId, requestId),
    open: rights.some(({ stage }) => !isClosed(stage)),
    withdrawable: rights.filter(({ stage }) => 'withdraw' in rightStage[stage]).map(({ id }) => id),
  };
}

type Moves = Awaited<ReturnType<typeof rows.movesOf>>;

/** The section of a refusal, and its reason; null for a right that was not refused. */
function refusalOf(
  { id, code, stage, groundCode }: rows.RightRow,
  moves: Moves,
  reasonOf: (move: Moves[number]) => string,
): RequestProgress['rights'][number]['refusal'] {
  if (stage !== 'CLOSED' || groundCode === null) return null;
  const move = moves.findLast(({ requestRightId, action }) => requestRightId === id && action === 'reject');
  const section = sectionOfGround(code, groundCode);
  return { section, groundCode, reason: move ? reasonOf(move) : '' };
}
