import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { megabytes } from '../../../shared/file.ts';
import { ANSWER_LIMIT, FILES_OF_ANSWER } from '../../../shared/requestAnswer/files.ts';
import {
  type addAnswerFile,
  type Answer,
  type byAnswerFile,
  type byRight,
  type leaveOutGathered,
  type letterPreview,
  type releaseAnswer,
  type releasedAnswer,
  type saveAnswer,
  reviewedContent,
  type ReviewedContent,
} from '../../../shared/requestAnswer/schema.ts';
import { mustConfirmAgain, DECIDED } from '../../../shared/request/stage.ts';
import { actorOf } from '../../platform/actor.ts';
import { renderHtml } from '../../platform/documents/html.ts';
import { appError } from '../../platform/errors.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { removeFile } from '../../platform/files/remove.ts';
import { attachFile } from '../../platform/files/service.ts';
import { assertNewest, staleEdit } from '../../platform/records/stale.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { assertMove, transition } from '../../platform/workflow/workflow.ts';
import { type AnswerFacts, factsOf } from './facts.ts';
import { originalFile } from './files.ts';
import { gatheredOf, leftOutOf, sentIdsOf } from './gathered.ts';
import { letterOf } from './letter.ts';
import { newPassword } from './password.ts';
import * as queries from './queries.ts';
import { type Answered, answered, NO_LETTER, rowOf, report, viewOf } from './record.ts';
import { sealedLetter, sealedPassword } from './sealed.ts';
import { answerWorkflow } from './workflow.ts';

type Right = z.output<typeof byRight>;

/** The answer of a right, as far as it exists. @throws 404, 403 for a right that the caller does not answer */
export const get = (ctx: WorkspaceContext, input: Right): Promise<Answer> =>
  ctx.read(async (trx) => viewOf(trx, ctx, await answered(trx, ctx, input)));

/**
 * Saves the texts of the letter beside those from the record. @throws 409 `staleEdit` with the newer answer, 409 while
 * a package is built, or once it is released
 */
export const save = (ctx: WorkspaceContext, input: z.output<typeof saveAnswer>): Promise<Answer> =>
  ctx.transaction(async (trx) => {
    const of = await answered(trx, ctx, input, { change: true });
    const { workspaceId, personnelId, at } = actorOf(ctx);
    await assertNewest(await viewOf(trx, ctx, of), input.rowVersion, () => viewOf(trx, ctx, of));
    const key = await ctx.deps.keyring.workspaceKey(trx, workspaceId);
    const row = await rowOf(trx, ctx, key, of);
    assertMove(actorOf(ctx), answerWorkflow, row, 'change');
    const { id } = row;
    const { message, withheld } = input;
    await trx
      .updateTable('requestAnswers')
      .set((eb) => ({
        letter: sealedLetter.seal(key, id, { message, withheld }),
        hasLetter: message !== '' || withheld !== '',
        updatedBy: personnelId,
        updatedAt: at,
        rowVersion: eb('rowVersion', '+', 1),
      }))
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .execute();
    await report(trx, ctx, of, 'request.answerSaved');
    return viewOf(trx, ctx, of);
  });

/**
 * Adds an uploaded file to the answer; one that it has already stays as it is. @throws 400 for a file of somebody else,
 * 400 `requestAnswer.tooMuch`, 409 while a package is built, or once it is released
 */
export const addFile = (ctx: WorkspaceContext, input: z.output<typeof addAnswerFile>): Promise<Answer> =>
  ctx.transaction(async (trx) => {
    const of = await answered(trx, ctx, input, { change: true });
    const { workspaceId, personnelId, at } = actorOf(ctx);
    const key = await ctx.deps.keyring.workspaceKey(trx, workspaceId);
    const row = await rowOf(trx, ctx, key, of);
    assertMove(actorOf(ctx), answerWorkflow, row, 'change');
    const answerId = row.id;
    const files = await queries.filesOf(trx, key, workspaceId, answerId);
    // Sent again, as after a lost answer: it is counted already.
    if (files.some(({ originalId }) => originalId === input.fileId)) return viewOf(trx, ctx, of);
    const facts = { workspaceId, ownerId: answerId, fileId: input.fileId, by: personnelId };
    const file = await attachFile(trx, originalFile, facts);
    const bytes = files.reduce((sum, { size }) => sum + size, Number(file.size));
    if (files.length >= FILES_OF_ANSWER || bytes > ANSWER_LIMIT)
      throw appError('requestAnswer.tooMuch', {
        at: 'fileId',
        values: { count: FILES_OF_ANSWER, limit: megabytes(ANSWER_LIMIT) },
      });
    await trx
      .insertInto('requestAnswerFiles')
      .values({
        workspaceId,
        id: randomUUIDv7(),
        answerId,
        position: (files.at(-1)?.position ?? -1) + 1,
        type: file.type,
        size: file.size,
        originalId: file.id,
        addedBy: personnelId,
        addedAt: at,
      })
      .execute();
    await report(trx, ctx, of, 'request.answerSaved');
    return viewOf(trx, ctx, of);
  });

/** Removes a file from the answer, and deletes it with its original. @throws 404, 409 while a package is built */
export const removeAnswerFile = (ctx: WorkspaceContext, input: z.output<typeof byAnswerFile>): Promise<Answer> =>
  ctx.transaction(async (trx) => {
    const of = await answered(trx, ctx, input, { change: true });
    const workspaceId = ctx.workspace.id;
    const row = await queries.ofRight(trx, workspaceId, of.right.id);
    const key = await ctx.deps.keyring.workspaceKey(trx, workspaceId);
    const files = row ? await queries.filesOf(trx, key, workspaceId, row.id) : [];
    const file = files.find(({ id }) => id === input.answerFileId);
    if (!row || !file) throw appError('requestAnswer.fileNotFound');
    assertMove(actorOf(ctx), answerWorkflow, row, 'change');
    await trx
      .deleteFrom('requestAnswerFiles')
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', file.id)
      .execute();
    for (const fileId of [file.originalId, file.redactedId]) if (fileId) await removeFile(trx, { workspaceId, fileId });
    await report(trx, ctx, of, 'request.answerSaved');
    return viewOf(trx, ctx, of);
  });

/**
 * Leaves a file of the search for the data subject's records out of the answer, or takes it up again.
 * @throws 409 while a package is built, or once it is released
 */
export const leaveOut = (ctx: WorkspaceContext, input: z.output<typeof leaveOutGathered>): Promise<Answer> =>
  ctx.transaction(async (trx) => {
    const of = await answered(trx, ctx, input, { change: true });
    const workspaceId = ctx.workspace.id;
    const key = await ctx.deps.keyring.workspaceKey(trx, workspaceId);
    const row = await rowOf(trx, ctx, key, of);
    assertMove(actorOf(ctx), answerWorkflow, row, 'change');
    const others = row.leftOut.filter((part) => part !== input.part);
    await trx
      .updateTable('requestAnswers')
      .set({ leftOut: input.leftOut ? [...others, input.part] : others })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', row.id)
      .execute();
    await report(trx, ctx, of, 'request.answerSaved');
    return viewOf(trx, ctx, of);
  });

/** The letter in its current state. */
export const letter = (ctx: WorkspaceContext, input: Right): Promise<z.infer<typeof letterPreview>> =>
  ctx.read(async (trx) => {
    const workspaceId = ctx.workspace.id;
    const [of, key] = await Promise.all([answered(trx, ctx, input), ctx.deps.keyring.workspaceKey(trx, workspaceId)]);
    const [about, facts] = await Promise.all([
      answerFactsOf(trx, key, workspaceId, of.right),
      factsOf(trx, key, workspaceId, of),
    ]);
    return { html: renderHtml(letterOf({ ...facts, ...about, at: ctx.deps.now() })) };
  });

async function answerFactsOf(
  trx: Trx,
  key: WorkspaceKey,
  workspaceId: string,
  right: Answered['right'],
): Promise<AnswerFacts> {
  const row = await queries.ofRight(trx, workspaceId, right.id);
  const [files, gathered] = await Promise.all([
    row ? sentFiles(trx, key, workspaceId, row.id) : [],
    gatheredOf(trx, key, { workspaceId, right }, { leftOut: row?.leftOut ?? [] }),
  ]);
  const sent = gathered.files.filter(({ leftOut: isLeftOut }) => !isLeftOut);
  return {
    letter: row ? sealedLetter.open(key, row.id, row.letter) : NO_LETTER,
    files: [
      ...files,
      ...sent.map(({ name, file }) => ({ name, size: Number(file.size), sha256: file.sha256, isRedacted: false })),
    ],
    leftOut: leftOutOf(gathered),
  };
}

async function sentFiles(trx: Trx, key: WorkspaceKey, workspaceId: string, answerId: string) {
  const rows = await queries.filesOf(trx, key, workspaceId, answerId);
  if (rows.length === 0) return [];
  const stored = await trx
    .selectFrom('files')
    .select(['id', 'size', 'sha256'])
    .where('workspaceId', '=', workspaceId)
    .where(
      'id',
      'in',
      rows.map(({ originalId, redactedId }) => redactedId ?? originalId),
    )
    .execute();
  const byId = new Map(stored.map((file) => [file.id, file]));
  return rows.flatMap(({ name, originalId, redactedId }) => {
    const file = byId.get(redactedId ?? originalId);
    return file ? [{ name, size: Number(file.size), sha256: file.sha256, isRedacted: redactedId !== null }] : [];
  });
}

/**
 * Releases the answer of a right: a job builds its package. Only this answer contains the password; the data subject
 * gets it by another channel than the link. An earlier package is withdrawn.
 * @throws 409 `requestAnswer.notDecided` while the right is open, `requestAnswer.unconfirmed` while the identity must
 * be confirmed again, `requestAnswer.busy` while a package is built, `staleEdit` with the newer answer where something
 * else would be sent than the caller has `reviewed`
 */
export const release = (
  ctx: WorkspaceContext,
  input: z.output<typeof releaseAnswer>,
): Promise<z.infer<typeof releasedAnswer>> =>
  ctx.transaction(async (trx) => {
    const of = await answered(trx, ctx, input, { change: true });
    if (!DECIDED.includes(of.right.stage)) throw appError('requestAnswer.notDecided');
    if (mustConfirmAgain({ verifiedAt: of.request.verifiedAt, rights: of.rights }))
      throw appError('requestAnswer.unconfirmed');
    const { reviewed, expiryDays, downloadLimit } = input;
    if (reviewed) await assertReviewed(await viewOf(trx, ctx, of), reviewed);
    const key = await ctx.deps.keyring.workspaceKey(trx, ctx.workspace.id);
    const row = await rowOf(trx, ctx, key, of);
    const gathered = await gatheredOf(
      trx,
      key,
      { workspaceId: ctx.workspace.id, right: of.right },
      { leftOut: row.leftOut },
    );
    const password = newPassword();
    await transition(trx, actorOf(ctx), answerWorkflow, row, 'release', {
      of,
      password: sealedPassword.seal(key, row.id, password),
      gatheredIds: sentIdsOf(gathered),
      expiryDays,
      downloadLimit,
    });
    return { password };
  });

/** @throws 409 `staleEdit` with the newer answer where something else would be sent than was reviewed */
async function assertReviewed(now: Answer, reviewed: ReviewedContent): Promise<void> {
  await assertNewest(now, reviewed.rowVersion);
  const { fileIds } = reviewedContent(now);
  if (fileIds.length !== reviewed.fileIds.length || !fileIds.every((id) => reviewed.fileIds.includes(id)))
    throw staleEdit(now);
}

/** Withdraws a released answer: it can no longer be opened. @throws 409 `requestAnswer.notReady` */
export const withdraw = (ctx: WorkspaceContext, input: Right): Promise<Answer> => move(ctx, input, 'withdraw');

/**
 * Records that staff delivered the package themselves: on a medium, at the counter. @throws 409
 * `requestAnswer.notReady`
 */
export const noteHandedOver = (ctx: WorkspaceContext, input: Right): Promise<Answer> => move(ctx, input, 'handOver');

const move = (ctx: WorkspaceContext, input: Right, action: 'withdraw' | 'handOver'): Promise<Answer> =>
  ctx.transaction(async (trx) => {
    const of = await answered(trx, ctx, input, { change: true });
    const row = await queries.ofRight(trx, ctx.workspace.id, of.right.id);
    if (!row) throw appError('requestAnswer.notReady');
    await transition(trx, actorOf(ctx), answerWorkflow, row, action, { of });
    return viewOf(trx, ctx, of);
  });
