import { buffer } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withScope } from '../../../db/client.ts';
import { withoutMetadata } from '../files/metadata.ts';
import type { FileOwnerKind } from '../files/ownerKind.ts';
import { findFile, readStored } from '../files/service.ts';
import type { Deps } from '../trpc/context.ts';
import { matchesEtag } from './sites.ts';

/** Answers with a picture that a form shows to everybody; whether it does, the caller has asked. @throws 404, 503 */
export async function sendPicture(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  owner: FileOwnerKind,
  facts: { workspaceId: string; ownerId: string; fileId: string },
): Promise<FastifyReply> {
  const file = await withScope(deps.db, { workspaceId: facts.workspaceId }, (trx) => findFile(trx, owner, facts));
  const etag = `"${file.sha256}"`;
  // The bytes under an id never change.
  void reply.header('etag', etag).header('cache-control', 'public, max-age=86400');
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  // Also what was uploaded as something else, or before metadata was taken out.
  const content = withoutMetadata(await buffer(await readStored(deps, file)), file.type);
  return reply.header('content-type', file.type).send(content);
}
