import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { displayName, ENCRYPTED_FILE_LIMITS, FILE_LIMIT } from '../../../shared/file.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { requirePermission } from '../auth/permission.ts';
import { appError } from '../errors.ts';
import { inertHeaders } from '../files/answer.ts';
import { type FormRoutesOptions, onlySignedIn } from '../files/caller.ts';
import { acceptForms, type ReceivedFile, receiveFile } from '../files/receive.ts';
import type { RouteConfig } from '../http/callers.ts';
import { countUse, keyOf, logUse } from './service.ts';
import { SealError } from './envelope.ts';
import { openSealedFile, sealedLimit, sealFile } from './sealedFile.ts';

const ENDING = '.encrypted';
/** Large files of one workspace that a node has on its disk at a time. */
const LARGE_AT_A_TIME = 2;
const RETRY_SECONDS = 60;

interface CryptoResult {
  readonly name: string;
  readonly size: number;
  readonly bytes: NodeJS.ReadableStream;
}

/** Places for what is large, so many for each workspace. What it answers takes one, and answers what gives it back. */
function placesOf(count: number): (workspaceId: string) => () => void {
  const inUse = new Map<string, number>();
  const add = (workspaceId: string, change: number) => inUse.set(workspaceId, (inUse.get(workspaceId) ?? 0) + change);
  return (workspaceId) => {
    if ((inUse.get(workspaceId) ?? 0) >= count)
      throw appError('tooMany', { values: { minutes: 1 }, details: { seconds: RETRY_SECONDS } });
    add(workspaceId, 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      add(workspaceId, -1);
      if (inUse.get(workspaceId) === 0) inUse.delete(workspaceId);
    };
  };
}

/** Encryption and decryption of whole files with the workspace's key; nothing of them is kept. */
export async function cryptoRoutes(app: FastifyInstance, { createContext }: FormRoutesOptions): Promise<void> {
  await acceptForms(app);
  const caller = onlySignedIn(app, createContext);

  const takePlace = placesOf(LARGE_AT_A_TIME);

  /**
   * How much a request may bring, known before its body: beyond `FILE_LIMIT` only for a workspace that its address
   * names.
   */
  async function roomFor(request: FastifyRequest, named: string | undefined) {
    if (!named) return { limit: FILE_LIMIT, giveBack: () => {} };
    const { standing, workspace } = await caller.inWorkspace(request, named);
    requirePermission(standing, 'encryption.use');
    const limit = ENCRYPTED_FILE_LIMITS[standing.tier];
    const most = Math.min(limit, Number(request.headers['content-length'] ?? Infinity));
    return { limit, giveBack: most > FILE_LIMIT ? takePlace(workspace.id) : () => {} };
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    limitOf: (limit: number) => number,
    make: (ctx: WorkspaceContext, received: ReceivedFile) => Promise<CryptoResult>,
  ) {
    const query = request.query as Record<string, string | undefined>;
    const named = query.workspace ?? query.ws;
    const { deps } = caller.signedIn(request);
    const { limit, giveBack } = await roomFor(request, named);
    let received: ReceivedFile | undefined;
    // The answer is read from the received file, which goes when the answer has gone or the caller left.
    const dispose = () => void (received?.dispose() ?? Promise.resolve()).finally(giveBack);
    try {
      received = await receiveFile(request, reply, { dataDir: deps.config.dataDir, limit: limitOf(limit) });
      const ctx = await caller.inWorkspace(request, named ?? received.fields.workspace ?? received.fields.ws);
      requirePermission(ctx.standing, 'encryption.use');
      await countUse(ctx);
      const result = await make(ctx, received);
      reply.raw.once('close', dispose);
      if (reply.raw.destroyed) dispose();
      inertHeaders(reply, { name: result.name, type: 'application/octet-stream' });
      return await reply.header('content-length', result.size).send(result.bytes);
    } catch (error) {
      dispose();
      throw error;
    }
  }

  const config: RouteConfig = { ...caller.limit(30), programs: true };
  const settings = { compress: false, config } as object;

  app.post('/encrypt-decrypt-api/v1/encrypt-file', settings, (request: FastifyRequest, reply: FastifyReply) =>
    answer(
      request,
      reply,
      (limit) => limit,
      async (ctx, received) => {
        const name = displayName(received.name);
        const encrypted = sealFile(await keyOf(ctx), { path: received.path, size: received.size, name });
        await logUse(ctx, 'encrypted', name);
        return { name: displayName(name + ENDING), ...encrypted };
      },
    ),
  );

  app.post('/encrypt-decrypt-api/v1/decrypt-file', settings, (request: FastifyRequest, reply: FastifyReply) =>
    answer(request, reply, sealedLimit, async (ctx, received) => {
      try {
        const opened = await openSealedFile(await keyOf(ctx), received.path);
        const name = displayName(opened.name);
        await logUse(ctx, 'decrypted', name);
        return { ...opened, name };
      } catch (error) {
        if (!(error instanceof SealError)) throw error;
        if (error.reason === 'otherKey') throw appError('crypto.otherWorkspace', { at: 'file' });
        throw appError('crypto.damaged', { at: 'file' });
      }
    }),
  );
}
