import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { displayName, FILE_LIMIT } from '../../../shared/file.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { requirePermission } from '../auth/permission.ts';
import { appError } from '../errors.ts';
import { inertHeaders } from '../files/answer.ts';
import { type FormRoutesOptions, onlySignedIn } from '../files/caller.ts';
import { acceptForms, type ReceivedFile, receiveFile } from '../files/receive.ts';
import { countUse, keyOf, logUse } from './service.ts';
import { SealError } from './envelope.ts';
import { openSealedFile, SEALED_FILE_OVERHEAD, sealFile } from './sealedFile.ts';

const ENDING = '.encrypted';
/** Room for what encryption adds, its name (255 letters of at most 4 bytes) included. */
const ENCRYPTED_LIMIT = FILE_LIMIT + SEALED_FILE_OVERHEAD + 1020;

interface CryptoResult {
  readonly name: string;
  readonly size: number;
  readonly bytes: NodeJS.ReadableStream;
}

/** Encryption and decryption of whole files with the workspace's key; nothing of them is kept. */
export async function cryptoRoutes(app: FastifyInstance, { createContext }: FormRoutesOptions): Promise<void> {
  await acceptForms(app);
  const caller = onlySignedIn(app, createContext);

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    limit: number,
    make: (ctx: WorkspaceContext, received: ReceivedFile) => Promise<CryptoResult>,
  ) {
    const query = request.query as Record<string, string | undefined>;
    const named = query.workspace ?? query.ws;
    if (named) requirePermission((await caller.inWorkspace(request, named)).standing, 'encryption.use');
    const { deps } = caller.signedIn(request);
    const received = await receiveFile(request, reply, { dataDir: deps.config.dataDir, limit });
    // The answer is read from the received file, which goes when the answer has gone or the caller left.
    const dispose = () => void received.dispose();
    try {
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

  const settings = { compress: false, config: caller.limit(30) } as object;

  app.post('/encrypt-decrypt-api/v1/encrypt-file', settings, (request: FastifyRequest, reply: FastifyReply) =>
    answer(request, reply, FILE_LIMIT, async (ctx, received) => {
      const name = displayName(received.name);
      const encrypted = sealFile(await keyOf(ctx), { path: received.path, size: received.size, name });
      await logUse(ctx, 'encrypted', name);
      return { name: displayName(name + ENDING), ...encrypted };
    }),
  );

  app.post('/encrypt-decrypt-api/v1/decrypt-file', settings, (request: FastifyRequest, reply: FastifyReply) =>
    answer(request, reply, ENCRYPTED_LIMIT, async (ctx, received) => {
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
