import { randomUUIDv7 } from 'node:crypto';
import type { Trx } from '../../../db/client.ts';
import type { MessageKind } from '../../../shared/requestMessage/schema.ts';
import type { WithDeps } from '../../platform/actor.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { appError } from '../../platform/errors.ts';
import type { RequestRow } from '../request/rows.ts';
import { identityIn } from '../request/subject.ts';
import { recipientsOf } from '../requestIdentity/links.ts';
import * as queries from './queries.ts';
import { sealedBody } from './sealed.ts';

interface Written {
  readonly id?: string;
  readonly author: queries.MessageAuthor;
  readonly kind: MessageKind;
  readonly text: string;
}

/** Stores a message permanently, sealed. @returns its id */
export async function writeMessage(
  trx: Trx,
  { workspaceId, personnelId, deps, at }: WithDeps,
  requestId: string,
  { id = randomUUIDv7(), author, kind, text }: Written,
): Promise<string> {
  const key = await deps.keyring.workspaceKey(trx, workspaceId);
  const body = sealedBody.seal(key, id, text);
  const by = author === 'STAFF' ? personnelId : null;
  await trx.insertInto('requestMessages').values({ workspaceId, id, requestId, author, kind, body, by, at }).execute();
  return id;
}

/** Whether somebody can read messages: they have a link, and an address for its code. */
export async function isReadable(trx: Trx, actor: WithDeps, request: RequestRow): Promise<boolean> {
  const key = await actor.deps.keyring.workspaceKey(trx, actor.workspaceId);
  const { id, ageBand } = request;
  return (await recipientsOf(trx, actor, { id, ageBand, identity: identityIn(key, request) })).length > 0;
}

/** @throws 409 `requestMessage.unreachable` where nobody can read messages */
export async function assertReadable(trx: Trx, actor: WithDeps, request: RequestRow): Promise<void> {
  if (!(await isReadable(trx, actor, request))) throw appError('requestMessage.unreachable');
}

/** The messages of a request with their files, oldest first. */
export async function messagesOf(trx: Trx, key: WorkspaceKey, workspaceId: string, requestId: string) {
  const files = await queries.filesOf(trx, key, workspaceId, requestId);
  const rows = await queries.messagesOf(trx, workspaceId, requestId);
  return rows.map(({ body, byName, ...row }) => ({
    ...row,
    by: byName,
    text: sealedBody.open(key, row.id, body),
    files: (files.get(row.id) ?? []).map(({ id, name, size, type }) => ({ id, name, size, type })),
  }));
}
