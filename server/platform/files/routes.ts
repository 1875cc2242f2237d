import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE } from '../../../shared/duration.ts';
import { FILE_LIMIT, GENERAL, type UploadedFile } from '../../../shared/file.ts';
import { refusal } from '../../../shared/registry/permissions.ts';
import { id } from '../../../shared/text.ts';
import type { Deps, WorkspaceContext } from '../trpc/context.ts';
import { actorOf } from '../actor.ts';
import { appError } from '../errors.ts';
import { translate } from '../i18n.ts';
import { withoutMetadata } from './metadata.ts';
import { inertHeaders, isViewable, requestedRange, viewHeaders } from './answer.ts';
import { type FormRoutesOptions, onlySignedIn } from './caller.ts';
import { acceptForms, receiveFile } from './receive.ts';
import { findReadable } from './readers.ts';
import type { RouteConfig } from '../http/callers.ts';
import { assertRoom, keepFile, readStored } from './service.ts';
import type { Upload } from './uploads.ts';
import { logInWorkspace } from '../security/log.ts';
import { Recent } from '../security/recent.ts';

type Query = Record<string, string | undefined>;

/** Upload and download of a workspace's files, for its personnel. */
export async function filesRoutes(app: FastifyInstance, { createContext }: FormRoutesOptions): Promise<void> {
  await acceptForms(app);
  const caller = onlySignedIn(app, createContext);
  /** Downloads in pieces that were logged: the further pieces are part of them. */
  const inPieces = new Recent({ forMs: 10 * MINUTE, most: 10_000 });

  app.post('/files-api/v1/upload', { config: caller.limit(60) }, async (request, reply): Promise<UploadedFile> => {
    const query = request.query as Query;
    const { deps } = caller.signedIn(request);
    // Named in the address, the workspace and the kind are judged before a byte is taken.
    const named = query.workspace ?? query.ws;
    const early = named ? await caller.inWorkspace(request, named) : null;
    const requested = query.kind === undefined ? undefined : uploadOf(deps, query.kind);
    if (early && requested) assertMayUpload(early, requested);
    if (early)
      await early.transaction((trx) =>
        assertRoom(trx, { workspaceId: early.workspace.id, by: early.personnel.id, more: 1 }),
      );
    const received = await receiveFile(request, reply, {
      dataDir: deps.config.dataDir,
      limit: requested?.kind.limit ?? FILE_LIMIT,
    });
    try {
      const ctx = await caller.inWorkspace(request, named ?? received.fields.workspace ?? received.fields.ws);
      const upload = requested ?? uploadOf(deps, received.fields.kind ?? GENERAL.name);
      assertMayUpload(ctx, upload);
      const facts = { workspaceId: ctx.workspace.id, uploadedBy: ctx.personnel.id, kind: upload.kind };
      return await keepFile(deps, facts, received);
    } finally {
      await received.dispose();
    }
  });

  app.get(
    '/files-api/v1/files/:id',
    { compress: false, config: { ...caller.limit(600), programs: true } satisfies RouteConfig } as object,
    async (request: FastifyRequest, reply) => {
      const query = request.query as Query;
      const fileId = (request.params as { id: string }).id;
      const ctx = await caller.inWorkspace(request, query.workspace ?? query.ws);
      if (!id.safeParse(fileId).success) throw appError('file.notFound');
      const { file, disposition, logged, isPicture } = await ctx.transaction((trx) => findReadable(trx, ctx, fileId));

      const etag = `"${file.sha256}"`;
      if (query.view !== undefined && disposition === 'inline' && isViewable(file.type)) viewHeaders(reply, file);
      else inertHeaders(reply, file);
      void reply.header('etag', etag).header('accept-ranges', isPicture ? 'none' : 'bytes');
      const known = request.headers['if-none-match'];
      if (known && (known === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)))
        return reply.code(304).send();

      // If-Range: a part is only of use beside the same whole. A picture is always sent whole.
      const condition = request.headers['if-range'];
      const ignoresRange = isPicture || (condition && condition !== etag);
      const range = ignoresRange ? undefined : requestedRange(request.headers.range, file.size);
      if (range === null) {
        return reply
          .code(416)
          .headers({
            'content-range': `bytes */${file.size}`,
            'content-type': 'application/json; charset=utf-8',
            'content-disposition': 'inline',
          })
          .send({ code: 'file.range', name: 'RANGE_NOT_SATISFIABLE', message: translate(ctx.locale, 'files:range') });
      }
      if (logged) {
        // Which piece is asked for says nothing: whoever leaves out the first byte has the file all the same.
        const key = `${ctx.personnel.id} ${file.id}`;
        const now = ctx.deps.now();
        if (!range || !inPieces.has(key, now)) await logDownload(ctx, logged);
        if (range) inPieces.add(key, now);
      }
      // Also what was taken before metadata was taken out: such pictures are small.
      if (isPicture) return reply.send(withoutMetadata(await buffer(await readStored(ctx.deps, file)), file.type));
      const bytes = await readStored(ctx.deps, file, range);
      if (range) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
      return reply.header('content-length', range ? range.end - range.start + 1 : file.size).send(bytes);
    },
  );
}

/** Of a file its kind and record are logged, never its name: that may be a person's, and lines cannot be deleted. */
const logDownload = (ctx: WorkspaceContext, { owner, recordId }: { owner: string; recordId: string }): Promise<void> =>
  ctx.transaction((trx) =>
    logInWorkspace(trx, { ...actorOf(ctx), event: 'file.downloaded', subject: recordId, details: { owner } }),
  );

/** @throws 403 for whoever may do nothing that takes a file of this kind */
function assertMayUpload(ctx: WorkspaceContext, { permissions }: Upload): void {
  const reasons = permissions.map((permission) => refusal(ctx.standing, permission));
  if (reasons.length === 0 || reasons.includes(null)) return;
  // What somebody of their role could do elsewhere says more than that they are somebody else.
  const reason = reasons.find((one) => one !== 'role') ?? 'role';
  throw appError(`forbidden.${reason}`);
}

/** @throws 400 for a kind that no module takes */
function uploadOf({ modules }: Pick<Deps, 'modules'>, name: string): Upload {
  const upload = modules.uploads.get(name);
  if (!upload) throw appError('BAD_REQUEST', { at: 'kind', text: 'errors:choice' });
  return upload;
}
