import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { requiredReason } from '../../../shared/request/schema.ts';
import {
  type addDocument,
  type askDocument,
  type DecideDocument,
  IDENTITY_DOCUMENT,
  type IdentityDocument,
  type IdentityView,
} from '../../../shared/requestIdentity/document.ts';
import { actorOf, type WithDeps } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import type { FileOwnerKind } from '../../platform/files/ownerKind.ts';
import { attachFile, removeFile } from '../../platform/files/service.ts';
import { emit } from '../../platform/live/emit.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as requests from '../request/service.ts';
import { personsOf, writeTo } from './links.ts';
import { documentsOf, sealedDocumentReason } from './documentQueries.ts';
import { documentMail } from './mails.ts';
import { linksOf } from './queries.ts';
import { identityView } from './view.ts';

/** The identity document of a request: for nobody by its file's address; whoever looks at it sees it marked. */
export const identityFile: FileOwnerKind = {
  kind: 'request.identity',
  upload: IDENTITY_DOCUMENT,
  uploaders: ['request.manage'],
  readers: async () => false,
  disposition: 'attachment',
  retention: 'withRecord',
};

const OPEN: readonly string[] = ['REQUESTED', 'RECEIVED'];

/** Nobody else changes the request meanwhile. @throws 404, 409 `request.closed` */
export async function openRequest(trx: Trx, ctx: WorkspaceContext, id: string): Promise<requests.RequestIdentity> {
  await requests.lock(trx, ctx.workspace.id, id);
  const request = await requests.identityOf(trx, actorOf(ctx), id);
  if (!request) throw appError('request.notFound');
  if (request.closedAt !== null) throw appError('request.closed');
  return request;
}

export const announceDocument = (
  trx: Trx,
  actor: WithDeps,
  request: Pick<requests.RequestIdentity, 'id' | 'number'>,
  event: EventName,
): Promise<void> => emit(trx, actor, { event, entityId: request.id, subject: requestReference(request.number) });

/**
 * Asks for a document, saying why; whoever is asked gets a mail with the link of the request, where there is an address.
 * @throws 404, 409 `request.closed`, 409 `requestIdentity.alreadyRequested` while one of the same person is open
 */
export function ask(
  ctx: WorkspaceContext,
  { id, person, reason }: z.output<typeof askDocument>,
): Promise<IdentityView> {
  return ctx.transaction(async (trx) => {
    const request = await openRequest(trx, ctx, id);
    const rows = await documentsOf(trx, ctx.workspace.id, id);
    if (rows.some((row) => row.person === person && OPEN.includes(row.state)))
      throw appError('requestIdentity.alreadyRequested');
    await insertRequested(trx, actorOf(ctx), request, { person, reason });
    return identityView(trx, ctx, id);
  });
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
  await write(trx, actor, request, { person, reason, kind: 'requested' });
}

/** Writes to whoever a document is asked of. */
const write = (
  trx: Trx,
  actor: WithDeps,
  request: requests.RequestIdentity,
  { person, reason, kind }: { person: IdentityDocument['person']; reason: string; kind: 'requested' | 'refused' },
): Promise<void> =>
  writeTo(trx, actor, request, person, (reader, about) =>
    documentMail(actor.deps.config, reader, { ...about, reason, kind }),
  );

/**
 * Keeps a document that came by post or at the counter, as whoever manages the request uploaded it.
 * @throws 404, 409 `request.closed`, 409 `requestIdentity.alreadyRequested` while another of the same person waits
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

/** Puts a file that is the request's already where one was asked for. @throws 409 `requestIdentity.alreadyRequested` */
export async function receive(
  trx: Trx,
  actor: WithDeps,
  request: Pick<requests.RequestIdentity, 'id' | 'number'>,
  { person, fileId }: { person: IdentityDocument['person']; fileId: string },
): Promise<void> {
  const { workspaceId, personnelId, at } = actor;
  const open = (await documentsOf(trx, workspaceId, request.id)).find(
    (row) => row.person === person && OPEN.includes(row.state),
  );
  if (open?.state === 'RECEIVED') throw appError('requestIdentity.alreadyRequested');
  const received = { state: 'RECEIVED', fileId, uploadedBy: personnelId, receivedAt: at };
  if (open)
    await trx
      .updateTable('identityDocuments')
      .set(received)
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', open.id)
      .execute();
  else {
    // A data subject is asked before they send one.
    if (personnelId === null) throw appError('requestIdentity.notRequested');
    await trx
      .insertInto('identityDocuments')
      .values({
        workspaceId,
        id: randomUUIDv7(),
        requestId: request.id,
        person,
        ...received,
        createdBy: personnelId,
        createdAt: at,
      })
      .execute();
  }
  await announceDocument(trx, actor, request, 'identityDocument.received');
}

/**
 * Decides on a document that somebody has looked at. Accepted, it is deleted at once, and the request is confirmed when
 * everybody who has to be known is; asked for again, it is deleted too; refused, it is kept until some time after the
 * request is closed, in case of a dispute.
 * @throws 404, 409 `request.closed`, 409 `requestIdentity.notReceived`, 400 without a reason, or without the rights that
 * the power of an agent names
 */
export function decide(ctx: WorkspaceContext, input: DecideDocument): Promise<IdentityView> {
  return ctx.transaction(async (trx) => {
    const { workspaceId, personnelId, at, ...actor } = actorOf(ctx);
    const request = await openRequest(trx, ctx, input.id);
    const rows = await documentsOf(trx, workspaceId, request.id);
    const row = rows.find(({ id }) => id === input.documentId);
    if (!row) throw appError('request.notFound');
    if (row.state !== 'RECEIVED' || row.fileId === null) throw appError('requestIdentity.notReceived');
    const by = { ...actor, workspaceId, personnelId, at };
    const rightIds = input.decision === 'ACCEPT' && row.person === 'AGENT' ? namedRights(request, input.rightIds) : [];
    const reason = input.decision === 'ACCEPT' ? '' : reasonOf(input.reason);
    const key = await by.deps.keyring.workspaceKey(trx, workspaceId);
    const state = ({ ACCEPT: 'ACCEPTED', AGAIN: 'REPLACED', REFUSE: 'REFUSED' } as const)[input.decision];
    await trx
      .updateTable('identityDocuments')
      .set({
        state,
        decidedBy: personnelId,
        decidedAt: at,
        rightIds: [...rightIds],
        ...(reason !== '' && { reason: sealedDocumentReason.seal(key, row.id, reason) }),
        ...(state !== 'REFUSED' && { fileId: null }),
      })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', row.id)
      .execute();
    if (state !== 'REFUSED') await removeFile(trx, by.deps, { workspaceId, fileId: row.fileId });
    const person = row.person as IdentityDocument['person'];
    if (state === 'REPLACED') await insertRequested(trx, by, request, { person, reason });
    else await announceDocument(trx, by, request, `identityDocument.${state === 'ACCEPTED' ? 'accepted' : 'refused'}`);
    if (state === 'REFUSED') await write(trx, by, request, { person, reason, kind: 'refused' });
    if (state === 'ACCEPTED' && (await isEverybodyKnown(trx, workspaceId, request)))
      await requests.verify(trx, by, request.id, 'DOCUMENT');
    return identityView(trx, ctx, request.id);
  });
}

/** Whether everybody who has to be known entered a code or showed a document that was accepted. */
async function isEverybodyKnown(trx: Trx, workspaceId: string, request: requests.RequestIdentity): Promise<boolean> {
  const links = await linksOf(trx, workspaceId, request.id);
  const accepted = (await documentsOf(trx, workspaceId, request.id)).filter(({ state }) => state === 'ACCEPTED');
  return personsOf(request.ageBand).every(
    (person) =>
      links.some((link) => link.person === person && link.confirmedAt !== null) ||
      accepted.some((document) => document.person === person),
  );
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
