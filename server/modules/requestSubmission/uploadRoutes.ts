import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { startUpload, type UploadState } from '../../../shared/requestSubmission/schema.ts';
import { appError } from '../../platform/errors.ts';
import { idOf } from '../../platform/publicPage/request.ts';
import { MemoryRate } from '../../platform/publicPage/rate.ts';
import { ANY_SITE, preflight, requireSite } from '../../platform/publicPage/sites.ts';
import { idFrom, type Intake, requireForm, SITE_REFUSED } from './intake.ts';
import { spendUpload } from './limits.ts';
import * as uploads from './uploads.ts';

const ALL = '/api/v1/:ws/dsrm-request-uploads';
const ONE = `${ALL}/:id`;
const HEADERS = ['upload-token', 'upload-offset'];
/** Calls of one address in a minute: twenty megabytes are eighty parts. */
const CALLS = 600;

/** Accepts files in parts, before their request is sent. */
export function uploadRoutes(app: FastifyInstance, { deps, own, withBody, spendOfWorkspace, formOf }: Intake): void {
  const rate = new MemoryRate(deps.config.requestRatePerMinute === 0 ? 0 : CALLS);
  const counted = {
    ...ANY_SITE,
    bodyLimit: uploads.PART_LIMIT,
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => spendOfWorkspace(rate, request, reply),
  };
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.post(ALL, withBody, async (request, reply) => {
    const named = (request.body as { dsrmRequestFormId?: unknown } | null | undefined)?.dsrmRequestFormId;
    const found = await formOf(request, reply, idOf(named));
    requireSite(request, reply, found, own, SITE_REFUSED);
    const input = startUpload.parse(request.body ?? {});
    const form = requireForm(request, reply, found, own);
    if (!form.active) throw appError('requestSubmission.inactive');
    await spendUpload(deps, form, request.ip);
    return reply.code(201).send(await uploads.start(deps, form, input, request.ip));
  });
  app.get(ONE, counted as object, (request): Promise<UploadState> => uploads.state(deps, namedBy(request)));
  app.put(ONE, counted as object, (request): Promise<UploadState> => {
    const offset = Number(request.headers['upload-offset']);
    if (!Number.isSafeInteger(offset) || offset < 0)
      throw appError('requestSubmission.uploadPart', { at: 'upload-offset' });
    const bytes = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
    return uploads.add(deps, namedBy(request), offset, bytes);
  });
  app.delete(ONE, counted as object, (request): Promise<UploadState> => uploads.remove(deps, namedBy(request)));
  app.options(ALL, ANY_SITE as object, async (_request, reply) => preflight(reply, 'POST'));
  app.options(ONE, ANY_SITE as object, async (_request, reply) => preflight(reply, 'GET, PUT, DELETE', HEADERS));
}

/** The upload of a call. @throws 404 without a token */
function namedBy(request: FastifyRequest) {
  const token = request.headers['upload-token'];
  if (typeof token !== 'string') throw appError('requestSubmission.noUpload');
  return { workspaceId: idFrom(request.params, 'ws'), id: idFrom(request.params, 'id'), token };
}
