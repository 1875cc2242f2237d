import { isDeepStrictEqual } from 'node:util';
import type { Trx } from '../../../db/client.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import type { CreateRequest, Request } from '../../../shared/request/schema.ts';
import type { RequestFormContent } from '../../../shared/requestForm/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { appError } from '../../platform/errors.ts';
import { attachFile } from '../../platform/files/service.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as requestForms from '../requestForm/service.ts';
import { attachment } from './files.ts';
import * as queries from './rows.ts';
import { existing } from './record.ts';
import { identityIn, wishIn } from './subject.ts';
import { submit } from './submit.ts';

/**
 * Enters a request that was not sent by the form, with its real date of receipt. The same `key` again finds the stored
 * one.
 * @throws 400 for a form that is not published, rights or options that it does not offer, or a receipt in the future;
 * 404, 400 for an attachment that is not theirs or of another type; 409 `request.enteredOtherwise` for the key of a
 * request with other content
 */
export function create(ctx: WorkspaceContext, input: CreateRequest): Promise<Request> {
  return ctx.transaction(async (trx) => {
    if (input.key !== undefined && (await isEntered(trx, ctx, input, input.key))) return existing(trx, ctx, input.key);
    const actor = actorOf(ctx);
    if (Date.parse(input.receivedAt) > actor.at.getTime()) throw appError('request.inFuture', { at: 'receivedAt' });
    const form = await formOf(trx, ctx, input.requestFormId);
    const { id } = await submit(trx, actor, {
      ...input,
      id: input.key,
      form: { ...form, id: input.requestFormId },
      receivedAt: new Date(input.receivedAt),
      verifiedHow: input.verified ? 'STAFF' : null,
    });
    if (input.attachmentId !== null)
      await attachFile(trx, attachment, {
        workspaceId: actor.workspaceId,
        ownerId: id,
        fileId: input.attachmentId,
        by: actor.personnelId,
        field: 'attachmentId',
      });
    return existing(trx, ctx, id);
  });
}

/** The published version of a form. @throws 400 `request.noForm` */
async function formOf(
  trx: Trx,
  ctx: WorkspaceContext,
  id: string,
): Promise<{ version: number; content: RequestFormContent }> {
  const form = await requestForms.inForce(trx, ctx, id);
  if (!form) throw appError('request.noForm', { at: 'requestFormId' });
  return form;
}

/**
 * Whether the request of a key is stored already; a simultaneous call with the same key waits for the first.
 * @throws 409 `request.enteredOtherwise` where it has other content
 */
async function isEntered(trx: Trx, ctx: WorkspaceContext, input: CreateRequest, id: string): Promise<boolean> {
  await oneAtATime(trx, ctx.workspace.id, `request.create ${id}`);
  const row = await queries.find(trx, ctx.workspace.id, id);
  if (!row) return false;
  const rights = await queries.rightsOf(trx, ctx.workspace.id, [id]);
  const key = await ctx.deps.keyring.workspaceKey(trx, ctx.workspace.id);
  const attachments = await queries.attachmentsOf(trx, key, ctx.workspace.id, id);
  const { requestFormId, receivedAt, channel, language, country, ageBand, subject, guardian } = input;
  const entered = { requestFormId, channel, language, country, ageBand };
  const stored = {
    ...Object.fromEntries(Object.keys(entered).map((field) => [field, row[field as keyof typeof entered]])),
    receivedAt: Date.parse(row.receivedAt),
    identity: identityIn(key, row),
    attachments: attachments.map((file) => file.id),
    rights: rights.map((right) => ({
      rightRequestId: right.dataRightId,
      selectedRightRequestOptions: right.options,
      additionalRequestOption: wishIn(key, right).additional,
      requestDetail: wishIn(key, right).detail,
    })),
  };
  const again = {
    ...entered,
    receivedAt: Date.parse(receivedAt),
    identity: { ...subject, guardian },
    attachments: input.attachmentId === null ? [] : [input.attachmentId],
    rights: input.rights,
  };
  if (!isDeepStrictEqual(stored, again))
    throw appError('request.enteredOtherwise', { values: { reference: requestReference(row.number) } });
  return true;
}
