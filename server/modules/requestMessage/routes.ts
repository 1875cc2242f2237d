import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { inSession } from '../../../shared/requestIdentity/schema.ts';
import { MESSAGE_FILE } from '../../../shared/requestMessage/schema.ts';
import { id } from '../../../shared/text.ts';
import { withScope } from '../../../db/client.ts';
import { appError } from '../../platform/errors.ts';
import { inertHeaders } from '../../platform/files/answer.ts';
import { withName } from '../../platform/files/name.ts';
import { acceptForms, receiveFile } from '../../platform/files/receive.ts';
import { findFile, keepFile, readStored } from '../../platform/files/service.ts';
import type { HttpOptions } from '../../platform/modules/manifest.ts';
import { messageFile } from './files.ts';
import * as subject from './subject.ts';

export const UPLOAD = '/files-api/v1/request-messages';
export const DOWNLOAD = `${UPLOAD}/download`;

export const download = inSession.extend({ fileId: id });
/** Sessions must not appear in addresses: an upload, whose body is the file, has it in a header. */
const sessionOf = (request: FastifyRequest): string => {
  const parsed = inSession.shape.session.safeParse(request.headers['request-session']);
  if (!parsed.success) throw appError('requestIdentity.session');
  return parsed.data;
};

/** Files of messages, for data subjects who entered the code of a request. */
export async function messageRoutes(app: FastifyInstance, { deps, createContext }: HttpOptions): Promise<void> {
  await acceptForms(app);

  app.post(UPLOAD, async (request, reply) => {
    const ctx = await createContext(request, reply, 'http');
    const session = sessionOf(request);
    // Before the upload starts.
    const { workspaceId } = await subject.countUpload(ctx, session);
    const received = await receiveFile(request, reply, { dataDir: deps.config.dataDir, limit: MESSAGE_FILE.limit });
    try {
      const file = await keepFile(deps, { workspaceId, uploadedBy: null, kind: MESSAGE_FILE }, received);
      await subject.noteUpload(ctx, session, file.id);
      return { id: file.id, name: file.name, size: file.size, type: file.type };
    } finally {
      await received.dispose();
    }
  });

  app.post(DOWNLOAD, { compress: false } as object, async (request, reply) => {
    const ctx = await createContext(request, reply, 'http');
    const { session, fileId } = z.parse(download, request.body ?? {});
    const place = await subject.findSent(ctx, session, fileId);
    const file = await withScope(deps.db, { workspaceId: place.workspaceId }, async (trx) =>
      withName(await deps.keyring.workspaceKey(trx, place.workspaceId), await findFile(trx, messageFile, place)),
    );
    inertHeaders(reply, file);
    return reply.send(await readStored(deps, file));
  });
}
