import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import type { Trx } from '../../../../db/client.ts';
import type {
  byRedactionPage,
  redactAnswerFile,
  redactionPage,
  redactionPages,
  suggestedRedactions,
  suggestRedactions,
} from '../../../../shared/requestAnswer/redaction.ts';
import { REDACTABLE, REDACTION_BOXES } from '../../../../shared/requestAnswer/redaction.ts';
import type { Answer, byAnswerFile } from '../../../../shared/requestAnswer/schema.ts';
import { actorOf } from '../../../platform/actor.ts';
import { appError } from '../../../platform/errors.ts';
import { removeFile } from '../../../platform/files/remove.ts';
import { attachGenerated, readStored, storeGenerated } from '../../../platform/files/service.ts';
import type { WorkspaceContext } from '../../../platform/trpc/context.ts';
import { assertMove } from '../../../platform/workflow/workflow.ts';
import { redactedFile } from '../files.ts';
import * as queries from '../queries.ts';
import { answered, report, viewOf } from '../record.ts';
import { sealedBoxes } from '../sealed.ts';
import { answerWorkflow } from '../workflow.ts';
import { inConfinement } from './confined.ts';
import { redact } from './redact.ts';
import { suggestBoxes } from './suggest.ts';

type OfFile = z.output<typeof byAnswerFile>;

/** A file of an answer that can be redacted. @throws 404, 403, 400 `requestAnswer.unreadable` for another type */
async function find(trx: Trx, ctx: WorkspaceContext, input: OfFile, { change = false } = {}) {
  const of = await answered(trx, ctx, input, { change });
  const ws = ctx.workspace.id;
  const answer = await queries.ofRight(trx, ws, of.right.id);
  const key = await ctx.deps.keyring.workspaceKey(trx, ws);
  const files = answer ? await queries.filesOf(trx, key, ws, answer.id) : [];
  const file = files.find(({ id }) => id === input.answerFileId);
  const stored = file && (await queries.storedFile(trx, ws, file.originalId));
  if (!answer || !file || !stored) throw appError('requestAnswer.fileNotFound');
  if (!REDACTABLE.includes(file.type)) throw appError('requestAnswer.unreadable');
  return { of, answer, file, stored };
}

/** The decrypted original. */
async function originalOf(ctx: WorkspaceContext, input: OfFile) {
  const found = await ctx.read((trx) => find(trx, ctx, input));
  return { ...found, bytes: await buffer(await readStored(ctx.deps, found.stored)) };
}

/** The number of a file's pages, and its stored boxes. */
export async function pages(ctx: WorkspaceContext, input: OfFile): Promise<z.input<typeof redactionPages>> {
  const { file, bytes } = await originalOf(ctx, input);
  const { sizes = [] } = await inConfinement({ work: 'sizes', type: file.type, bytes, boxes: [], page: 0 });
  const { boxes, redactedId } = file;
  if (!boxes) return { sizes: [...sizes], boxes: [], redactedId };
  const key = await ctx.transaction((trx) => ctx.deps.keyring.workspaceKey(trx, ctx.workspace.id));
  return { sizes: [...sizes], boxes: [...sealedBoxes.open(key, file.id, boxes)], redactedId };
}

/** One page as a picture. */
export async function page(
  ctx: WorkspaceContext,
  input: z.output<typeof byRedactionPage>,
): Promise<z.input<typeof redactionPage>> {
  const { file, bytes } = await originalOf(ctx, input);
  const drawn = await inConfinement({ work: 'page', type: file.type, bytes, boxes: [], page: input.page });
  return { picture: `data:image/jpeg;base64,${drawn.pages![0]!.bytes}` };
}

/**
 * Places that identify a person: ids, telephone numbers, email addresses, and the matches of a text; the first ones,
 * where a file has more of them than it can have boxes.
 */
export async function suggest(
  ctx: WorkspaceContext,
  input: z.output<typeof suggestRedactions>,
): Promise<z.input<typeof suggestedRedactions>> {
  const { file, bytes } = await originalOf(ctx, input);
  const { letters = [] } = await inConfinement({ work: 'letters', type: file.type, bytes, boxes: [], page: 0 });
  return suggestBoxes(letters, input.query, REDACTION_BOXES);
}

/** The columns of a file that is sent as it is. */
const ORIGINAL = {
  redactedId: null,
  redactedSize: null,
  redactedSha256: null,
  boxes: null,
  redactedBy: null,
  redactedAt: null,
};

/**
 * Redacts places of a file: a new file is sent in its place, the original is stored separately. Without places the
 * original is sent again.
 * @throws 409 `requestAnswer.redactedMeanwhile` where another redacted file is there than the boxes were drawn over,
 * `requestAnswer.busy`, `requestAnswer.released`, `requestAnswer.notClean`
 */
export async function redactFile(ctx: WorkspaceContext, input: z.output<typeof redactAnswerFile>): Promise<Answer> {
  const { file, bytes } = await originalOf(ctx, input);
  assertNotRedactedSince(file, input);
  const redacted = input.boxes.length === 0 ? null : await storeRedacted(ctx, { ...input, file, bytes });
  const { workspaceId } = actorOf(ctx);
  return ctx.transaction(async (trx) => {
    const now = await find(trx, ctx, input, { change: true });
    assertNotRedactedSince(now.file, input);
    assertMove(actorOf(ctx), answerWorkflow, now.answer, 'change');
    if (redacted) {
      const { redactedId: fileId, redactedAt: at } = redacted;
      await attachGenerated(trx, redactedFile, { workspaceId, ownerId: now.answer.id, fileId, at });
    }
    const key = await ctx.deps.keyring.workspaceKey(trx, workspaceId);
    await trx
      .updateTable('requestAnswerFiles')
      .set(redacted ? { ...redacted, boxes: sealedBoxes.seal(key, file.id, input.boxes) } : ORIGINAL)
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', file.id)
      .execute();
    if (now.file.redactedId) await removeFile(trx, { workspaceId, fileId: now.file.redactedId });
    await report(trx, ctx, now.of, 'request.answerSaved');
    return viewOf(trx, ctx, now.of);
  });
}

interface Redaction {
  file: { name: string; type: string };
  /** Of the original. */
  bytes: Buffer;
  boxes: z.output<typeof redactAnswerFile>['boxes'];
}

/** Stores the redacted file. @returns the columns that name it @throws as `redact` */
async function storeRedacted(ctx: WorkspaceContext, { file: { name, type }, bytes, boxes }: Redaction) {
  const redacted = await redact(type, bytes, boxes);
  const { workspaceId, personnelId, at } = actorOf(ctx);
  const sha256 = createHash('sha256').update(redacted).digest('hex');
  const facts = { workspaceId, uploadedBy: personnelId, name, type, size: redacted.length, sha256 };
  const { id } = await storeGenerated(ctx.deps, facts, redacted);
  return {
    redactedId: id,
    redactedSize: redacted.length,
    redactedSha256: sha256,
    redactedBy: personnelId,
    redactedAt: at,
  };
}

/** Otherwise the places that somebody else blacked out meanwhile would be readable again. */
function assertNotRedactedSince(
  file: { redactedId: string | null },
  { redactedId }: Pick<z.output<typeof redactAnswerFile>, 'redactedId'>,
): void {
  if (file.redactedId !== redactedId) throw appError('requestAnswer.redactedMeanwhile');
}
