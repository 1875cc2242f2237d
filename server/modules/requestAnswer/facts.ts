import type { Trx } from '../../../db/client.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import type { RequestFormContent } from '../../../shared/requestForm/schema.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import * as requests from '../request/rows.ts';
import { identityIn, sealedReason, sealedResolution } from '../request/subject.ts';
import { refusedTasksOf } from '../requestTask/refused.ts';
import type { LetterFacts } from './letter.ts';
import { registerOf } from './register.ts';

interface Where {
  readonly workspaceId: string;
  readonly requestId: string;
  readonly rightId: string;
}

/** A request, one of its rights and the facts for its letter. @returns null where they no longer exist */
export async function factsOf(
  trx: Trx,
  key: WorkspaceKey,
  { workspaceId, requestId, rightId }: Where,
  about: Pick<LetterFacts, 'letter' | 'files' | 'leftOut' | 'at'>,
): Promise<LetterFacts | null> {
  const request = await requests.find(trx, workspaceId, requestId);
  const rights = await requests.rightsOf(trx, workspaceId, [requestId]);
  const right = rights.find(({ id }) => id === rightId);
  if (!request || !right) return null;
  const { content } = await trx
    .selectFrom('requestFormVersions')
    .select('content')
    .where('workspaceId', '=', workspaceId)
    .where('requestFormId', '=', request.requestFormId)
    .where('version', '=', request.requestFormVersion)
    .executeTakeFirstOrThrow();
  const { controller } = content as unknown as RequestFormContent;
  const who = identityIn(key, request);
  return {
    ...about,
    locale: request.language,
    reference: requestReference(request.number),
    receivedAt: new Date(request.receivedAt),
    name: `${who.firstName} ${who.lastName}`,
    right: { code: right.code, name: { th: right.nameTh, en: right.nameEn } },
    application: request.applicationName,
    controller,
    groundCode: right.groundCode,
    refusedTasks: await refusedTasksOf(trx, workspaceId, rightId),
    closedWith: await closedWith(trx, key, workspaceId, right),
    register: await registerOf(trx, workspaceId, request.applicationId, request.language),
  };
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
