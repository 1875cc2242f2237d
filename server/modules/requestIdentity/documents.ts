import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { requiredReason } from '../../../shared/request/schema.ts';
import {
  type addDocument,
  type askDocument,
  type DecideDocument,
  IDENTITY_DOCUMENT,
  type IdentityDocument,
  type IdentityView,
  type withdrawDocument,
} from '../../../shared/requestIdentity/document.ts';
import { type DocumentState, isDocumentOpen, MOVE_OF_DECISION } from '../../../shared/requestIdentity/status.ts';
import { actorOf, type WithDeps } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import type { FileOwnerKind } from '../../platform/files/ownerKind.ts';
import { attachFile } from '../../platform/files/service.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { assertMove, transition } from '../../platform/workflow/workflow.ts';
import * as requests from '../request/service.ts';
import { writeTo } from './links.ts';
import { type DocumentRow, documentsOf, sealedDocumentReason } from './documentQueries.ts';
import { verifyKnown } from './known.ts';
import { documentMail } from './mails.ts';
import { announceDocument, documentWorkflow, type NamedRequest } from './documentWorkflow.ts';
import { identityView } from './view.ts';

/** The identity document of a request: not readable by its file's address; displayed only with a mark. */
export const identityFile: FileOwnerKind = {
  kind: 'request.identity',
  upload: IDENTITY_DOCUMENT,
  uploaders: ['request.manage'],
  readers: async () => false,
  disposition: 'attachment',
  retention: 'withRecord',
};

const isOpen = ({ state }: { state: string }): boolean => isDocumentOpen(state as DocumentState);

/** The request, locked. @throws 404, 409 `request.closed` */
export async function openRequest(trx: Trx, ctx: WorkspaceContext, id: string): Promise<requests.RequestIdentity> {
  await requests.lock(trx, ctx.workspace.id, id);
  const request = await requests.identityOf(trx, actorOf(ctx), id);
  if (!request) throw appError('request.notFound');
  if (request.closedAt !== null) throw appError('request.closed');
  return request;
}

/**
 * Requests a document, with a reason; the person gets a mail with the link of the request, if there is an address.
 * @throws 404, 409 `request.closed`, 409 `requestIdentity.alreadyRequested` while one of the same person is open
 */
export function ask(
  ctx: WorkspaceContext,
  { id, person, reason }: z.output<typeof askDocument>,
): Promise<IdentityView> {
  return ctx.transaction(async (trx) => {
    const request = await openRequest(trx, ctx, id);
    const rows = await documentsOf(trx, ctx.workspace.id, id);
    if (rows.some((row) => row.person === person && isOpen(row))) throw appError('requestIdentity.alreadyRequested');
    await insertRequested(trx, actorOf(ctx), request, { person, reason });
    return identityView(trx, ctx, id);
  });
}

/**
 * Withdraws a requested document: it cannot be sent any more.
 * @throws 404, 409 `request.closed`, 409 `requestIdentity.notRequested` once it was received, or is not requested
 */
export function withdraw(
  ctx: WorkspaceContext,
  { id, documentId }: z.output<typeof withdrawDocument>,
): Promise<IdentityView> {
  return ctx.transaction(async (trx) => {
    const request = await openRequest(trx, ctx, id);
    const row = await documentOf(trx, request, { workspaceId: ctx.workspace.id, documentId });
    await transition(trx, actorOf(ctx), documentWorkflow, row, 'withdraw', { request });
    return identityView(trx, ctx, id);
  });
}

/** A document of a request. @throws 404 */
async function documentOf(
  trx: Trx,
  request: NamedRequest,
  { workspaceId, documentId }: { workspaceId: string; documentId: string },
): Promise<DocumentRow> {
  const row = (await documentsOf(trx, workspaceId, request.id)).find(({ id }) => id === documentId);
  if (!row) throw appError('request.notFound');
  return row;
}

async function insertRequested(
  trx: Trx,
  actor: WithDeps,
  request: requests.RequestIdentity,
  { person, reason }: { person: IdentityDocument['person']; reason: string },
): Promise<void> {
  const { workspaceId, at, deps } = actor;
  const id = randomUUIDv7();
  const key = await deps.keyring.workspaceKey(trx, workspaceId);
  await trx
    .insertInto('identityDocuments')
    .values({
      workspaceId,
      id,
      requestId: request.id,
      person,
      state: 'REQUESTED',
      reason: sealedDocumentReason.seal(key, id, reason),
      createdBy: actor.personnelId!,
      createdAt: at,
    })
    .execute();
  await announceDocument(trx, actor, request, 'identityDocument.requested');
  await write(trx, actor, request, { person, reason, kind: 'requested', mailId: id });
}

/** Mails the person whose document it is. */
async function write(
  trx: Trx,
  actor: WithDeps,
  request: requests.RequestIdentity,
  {
    person,
    reason,
    kind,
    mailId,
  }: { person: IdentityDocument['person']; reason: string; kind: 'requested' | 'refused'; mailId?: string },
): Promise<void> {
  const { identityDays } = await requests.settingsOf(trx, actor.workspaceId);
  const compose: Parameters<typeof writeTo>[4] = (reader, about) =>
    documentMail(actor.deps.config, reader, { ...about, person, reason, kind, identityDays });
  await writeTo(trx, actor, request, person, compose, mailId);
}

/**
 * Stores a document that came by post or at the counter, uploaded by somebody who manages the request.
 * @throws 404, 400 for a file that is not there or is somebody else's, 409 `request.closed`, 409
 * `requestIdentity.alreadyRequested` while another of the same person waits
 */
export function add(
  ctx: WorkspaceContext,
  { id, person, fileId }: z.output<typeof addDocument>,
): Promise<IdentityView> {
  return ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const request = await openRequest(trx, ctx, id);
    await attachFile(trx, identityFile, {
      workspaceId: ctx.workspace.id,
      ownerId: id,
      fileId,
      by: actor.personnelId,
    });
    await receive(trx, actor, request, { person, fileId });
    return identityView(trx, ctx, id);
  });
}

/** Attaches a file of the request to the requested document. @throws 409 `requestIdentity.alreadyRequested` */
export async function receive(
  trx: Trx,
  actor: WithDeps,
  request: NamedRequest,
  { person, fileId }: { person: IdentityDocument['person']; fileId: string },
): Promise<void> {
  const { workspaceId, personnelId, at } = actor;
  const open = (await documentsOf(trx, workspaceId, request.id)).find((row) => row.person === person && isOpen(row));
  if (open) {
    await transition(trx, actor, documentWorkflow, open, 'receive', { request, fileId });
    return;
  }
  // A data subject can only send a requested document.
  if (personnelId === null) throw appError('requestIdentity.notRequested');
  await trx
    .insertInto('identityDocuments')
    .values({
      workspaceId,
      id: randomUUIDv7(),
      requestId: request.id,
      person,
      state: 'RECEIVED',
      fileId,
      uploadedBy: personnelId,
      receivedAt: at,
      createdBy: personnelId,
      createdAt: at,
    })
    .execute();
  await announceDocument(trx, actor, request, 'identityDocument.received');
}

/**
 * Decides on a viewed document. Accepted, its file is deleted immediately, and the request is verified when everybody
 * who has to be identified is; requested again, the file is deleted too; refused, it is stored until some time after
 * the request is closed, in case of a dispute.
 * @throws 404, 409 `request.closed`, 409 `requestIdentity.notReceived`, 400 without a reason, or without the rights
 * that the power of an agent names
 */
export function decide(ctx: WorkspaceContext, input: DecideDocument): Promise<IdentityView> {
  return ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const { workspaceId } = actor;
    const request = await openRequest(trx, ctx, input.id);
    const row = await documentOf(trx, request, { workspaceId, documentId: input.documentId });
    assertMove(actor, documentWorkflow, row, MOVE_OF_DECISION[input.decision]);
    if (row.fileId === null) throw appError('requestIdentity.notReceived');
    const person = row.person as IdentityDocument['person'];
    if (input.decision === 'ACCEPT') {
      const rightIds = person === 'AGENT' ? namedRights(request, input.rightIds) : [];
      await transition(trx, actor, documentWorkflow, row, 'accept', { request, rightIds });
      await verifyKnown(trx, actor, request, 'DOCUMENT');
    } else {
      const text = reasonOf(input.reason);
      const key = await actor.deps.keyring.workspaceKey(trx, workspaceId);
      const reason = sealedDocumentReason.seal(key, row.id, text);
      await transition(trx, actor, documentWorkflow, row, MOVE_OF_DECISION[input.decision], { request, reason });
      if (input.decision === 'AGAIN') await insertRequested(trx, actor, request, { person, reason: text });
      else await write(trx, actor, request, { person, reason: text, kind: 'refused' });
    }
    return identityView(trx, ctx, request.id);
  });
}

/** @throws 400 where none is named, or one of another request */
function namedRights(request: requests.RequestIdentity, rightIds: readonly string[]): readonly string[] {
  if (rightIds.length === 0)
    throw appError('BAD_REQUEST', { issues: [{ path: ['rightIds'], key: 'request:noRight' }] });
  if (rightIds.some((id) => !request.rights.some((right) => right.id === id)))
    throw appError('request.right', { at: 'rightIds' });
  return rightIds;
}

/** @throws 400 where there is none */
function reasonOf(reason: string): string {
  const parsed = requiredReason.safeParse(reason);
  if (!parsed.success) throw appError('BAD_REQUEST', { issues: [{ path: ['reason'], key: 'errors:required' }] });
  return parsed.data;
}
