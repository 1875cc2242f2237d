import type { Trx } from '../../../db/client.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import type { RequestFormContent } from '../../../shared/requestForm/schema.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import * as requests from '../request/rows.ts';
import { identityIn, sealedReason, sealedResolution } from '../request/subject.ts';
import { refusedTasksOf } from '../requestTask/refused.ts';
import { searchedFor } from '../requestTask/searched.ts';
import type { LetterFacts } from './letter.ts';
import { type RegisterFacts, registersOf } from './register.ts';
import { givesData } from '../../../shared/request/stage.ts';

/** What the answer itself adds to a letter. */
export type AnswerFacts = Pick<LetterFacts, 'letter' | 'files' | 'leftOut'>;

/** The facts for the letter about a right of a request, without those of the answer itself. */
export async function factsOf(
  trx: Trx,
  key: WorkspaceKey,
  workspaceId: string,
  { request, right }: { readonly request: requests.RequestRow; readonly right: requests.RightRow },
): Promise<Omit<LetterFacts, keyof AnswerFacts | 'at'>> {
  const [{ content }, refusedTasks, words, registers] = await Promise.all([
    trx
      .selectFrom('requestFormVersions')
      .select('content')
      .where('workspaceId', '=', workspaceId)
      .where('requestFormId', '=', request.requestFormId)
      .where('version', '=', request.requestFormVersion)
      .executeTakeFirstOrThrow(),
    refusedTasksOf(trx, workspaceId, right.id),
    closedWith(trx, key, workspaceId, right),
    processingOf(trx, key, workspaceId, request, right),
  ]);
  const { controller } = content as unknown as RequestFormContent;
  const who = identityIn(key, request);
  return {
    locale: request.language,
    reference: requestReference(request.number),
    receivedAt: new Date(request.receivedAt),
    name: `${who.firstName} ${who.lastName}`,
    right: { code: right.code, name: { th: right.nameTh, en: right.nameEn } },
    controller,
    groundCode: right.groundCode,
    refusedTasks,
    closedWith: words,
    registers,
  };
}

/**
 * What section 30 has stated beside the data: of every application in which data was found, of that of the form where
 * no task says where it was looked for. Nothing of a right that gives no data, or was not carried out.
 */
async function processingOf(
  trx: Trx,
  key: WorkspaceKey,
  workspaceId: string,
  { applicationId, language }: requests.RequestRow,
  right: requests.RightRow,
): Promise<RegisterFacts[]> {
  if (!givesData(right)) return [];
  const { applicationIds, groupIds } = await searchedFor(trx, key, workspaceId, right);
  return registersOf(trx, workspaceId, { applicationIds: applicationIds ?? [applicationId], groupIds }, language);
}

/**
 * The text with which a right was closed: the reason of its refusal, else the submitted answer; empty without either.
 * What was submitted before a refusal is not part of it.
 */
async function closedWith(
  trx: Trx,
  key: WorkspaceKey,
  workspaceId: string,
  { id, requestId, groundCode, resolution }: requests.RightRow,
): Promise<string> {
  if (groundCode === null) return resolution ? sealedResolution.open(key, id, resolution) : '';
  const moves = await requests.movesOf(trx, workspaceId, requestId);
  const refusal = moves.findLast((move) => move.requestRightId === id && move.action === 'reject');
  return refusal?.reason ? sealedReason.open(key, refusal.id, refusal.reason) : '';
}
