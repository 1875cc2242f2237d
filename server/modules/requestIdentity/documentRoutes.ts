import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { DOCUMENT_PERSONS, IDENTITY_DOCUMENT } from '../../../shared/requestIdentity/document.ts';
import { translate } from '../../platform/i18n.ts';
import { actorOf } from '../../platform/actor.ts';
import { requirePermission } from '../../platform/auth/permission.ts';
import { type Limit, spend } from '../../platform/auth/throttle.ts';
import { createPdfRenderer, PdfError, type PdfRenderer } from '../../platform/documents/pdf.ts';
import type { StampedDocument } from '../../platform/documents/stamp.ts';
import { appError } from '../../platform/errors.ts';
import { inertHeaders } from '../../platform/files/answer.ts';
import { onlySignedIn } from '../../platform/files/caller.ts';
import { acceptForms, receiveFile } from '../../platform/files/receive.ts';
import { attachGenerated, findFile, keepFile, readStored } from '../../platform/files/service.ts';
import { timeText } from '../../platform/dateTexts.ts';
import type { HttpOptions } from '../../platform/modules/manifest.ts';
import { idOf } from '../../platform/publicPage/request.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as requests from '../request/service.ts';
import { asSubject } from './access.ts';
import { documentsOf } from './documentQueries.ts';
import { identityFile, receive } from './documents.ts';
import { announceDocument } from './documentWorkflow.ts';

/** Documents that can be sent for one request. */
const UPLOADS: Limit = { name: 'requestIdentity.uploads', max: 20, seconds: 3600 };

/** For drawing one of them, milliseconds: they come from outside. */
const DRAWING_MS = 30_000;

/** Upload and display of identity documents: sent by the data subject, displayed to those who manage requests. */
export async function documentRoutes(app: FastifyInstance, options: HttpOptions): Promise<void> {
  await app.register(async (inner) => subjectRoute(inner, options));
  await app.register(async (inner) => staffRoute(inner, options));
}

/** Accepts a requested document from the data subject of the session in `x-request-session`. */
async function subjectRoute(app: FastifyInstance, { deps, createContext }: HttpOptions): Promise<void> {
  await acceptForms(app);
  app.post('/api/v1/request-identity-documents', async (request, reply) => {
    const ctx = await createContext(request, reply, 'rest');
    const session = String(request.headers['x-request-session'] ?? '');
    const query = request.query as Record<string, string | undefined>;
    // A sender without permission is refused before the upload starts.
    const { workspaceId, requestId, person } = await asSubject(ctx, session, async (trx, subject) => {
      const named = DOCUMENT_PERSONS.find((one) => one === query.person);
      if (!named) throw appError('BAD_REQUEST', { at: 'person', text: 'errors:choice' });
      await requireRequested(trx, subject, named);
      return { ...subject, person: named };
    });
    await spend(deps, UPLOADS, requestId);
    const received = await receiveFile(request, reply, {
      dataDir: deps.config.dataDir,
      limit: IDENTITY_DOCUMENT.limit,
    });
    try {
      const file = await keepFile(deps, { workspaceId, uploadedBy: null, kind: IDENTITY_DOCUMENT }, received);
      await asSubject(ctx, session, async (trx, subject) => {
        const found = await requireRequested(trx, subject, person);
        await attachGenerated(trx, identityFile, { workspaceId, ownerId: requestId, fileId: file.id, at: null });
        await receive(trx, subject, found, { person, fileId: file.id });
      });
      // The sender cannot fetch the file again.
      return { id: file.id, name: file.name, size: file.size };
    } finally {
      await received.dispose();
    }
  });
}

/** The request, locked. @throws 409 `request.closed`, 409 `requestIdentity.notRequested` */
async function requireRequested(
  trx: Parameters<typeof receive>[0],
  subject: { workspaceId: string; requestId: string } & Parameters<typeof requests.identityOf>[1],
  person: (typeof DOCUMENT_PERSONS)[number],
): Promise<requests.RequestIdentity> {
  const { workspaceId, requestId } = subject;
  await requests.lock(trx, workspaceId, requestId);
  const found = await requests.identityOf(trx, subject, requestId);
  if (!found || found.closedAt !== null) throw appError('request.closed', { text: 'request:refusal.closedToSubject' });
  const rows = await documentsOf(trx, workspaceId, requestId);
  if (!rows.some((row) => row.person === person && row.state === 'REQUESTED'))
    throw appError('requestIdentity.notRequested');
  return found;
}

/** Displays a document to somebody who manages requests, marked with their name and the time; the view is logged. */
async function staffRoute(app: FastifyInstance, { deps, createContext }: HttpOptions): Promise<void> {
  const caller = onlySignedIn(app, createContext);
  let renderer: PdfRenderer | undefined;
  app.addHook('onClose', async () => renderer?.close());
  app.get(
    '/api/v1/:ws/dsrm-request/:id/identity-documents/:documentId',
    { config: caller.limit(60) },
    async (request, reply) => {
      const params = request.params as { ws: string; id: string; documentId: string };
      const ctx = await caller.inWorkspace(request, params.ws);
      requirePermission(ctx.standing, 'request.manage');
      const [id, documentId] = [idOf(params.id), idOf(params.documentId)];
      if (!id || !documentId) throw appError('request.notFound');
      const file = await viewedFile(ctx, id, documentId);
      renderer ??= createPdfRenderer({ log: deps.log, timeoutMs: DRAWING_MS });
      const bytes = await buffer(await readStored(deps, file));
      const svg = await renderer
        .stamp({ bytes, type: file.type as StampedDocument['type'], mark: markOf(ctx) })
        .catch((error: unknown) => {
          throw error instanceof PdfError ? appError('requestIdentity.unreadable') : error;
        });
      inertHeaders(reply, { name: 'document.svg', type: 'image/svg+xml' });
      return reply.header('cache-control', 'no-store').send(svg);
    },
  );
}

const markOf = (ctx: WorkspaceContext): string =>
  translate(ctx.locale, 'requestIdentity:mark', {
    name: ctx.personnel.name,
    time: timeText(ctx.locale, ctx.deps.now()),
  });

/** The file of a document; logs that the caller viewed it. @throws 404 */
const viewedFile = (ctx: WorkspaceContext, id: string, documentId: string) =>
  ctx.transaction(async (trx) => {
    const workspaceId = ctx.workspace.id;
    const request = await requests.identityOf(trx, actorOf(ctx), id);
    const row = (await documentsOf(trx, workspaceId, id)).find((one) => one.id === documentId);
    if (!request || !row?.fileId) throw appError('request.notFound');
    await announceDocument(trx, actorOf(ctx), request, 'identityDocument.viewed');
    return findFile(trx, identityFile, { workspaceId, ownerId: id, fileId: row.fileId });
  });
