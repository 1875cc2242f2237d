import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withScope } from '../../../db/client.ts';
import { requestSubmission } from '../../../shared/requestSubmission/schema.ts';
import { takeCalls } from '../../platform/auth/throttle.ts';
import { appError } from '../../platform/errors.ts';
import type { HttpOptions } from '../../platform/modules/manifest.ts';
import { FormCache } from '../../platform/publicPage/formCache.ts';
import { sendPicture } from '../../platform/publicPage/picture.ts';
import { MemoryRate, SharedRate } from '../../platform/publicPage/rate.ts';
import { idempotencyKeyOf, idOf, spendCall } from '../../platform/publicPage/request.ts';
import { ANY_SITE, forAnySite, matchesEtag, preflight, requireSite } from '../../platform/publicPage/sites.ts';
import { transact } from '../../platform/trpc/context.ts';
import { logo } from '../requestForm/files.ts';
import { isLogoOf, live, type LiveRequestForm } from '../requestForm/service.ts';
import { idFrom, type Intake, notFound, requireForm, SITE_REFUSED } from './intake.ts';
import { requestsInHour, spendAddress } from './limits.ts';
import { OWN_PAGE, OWN_PAGE_POLICY, ownPage } from './embed.ts';
import { sentForm } from './publicForm.ts';
import { answeredBefore, type Arrived, CHANNELS, take, tokenUseOf } from './submit.ts';
import { uploadRoutes } from './uploadRoutes.ts';
import { isDone, newChallenge } from './work.ts';

/** Eight rights, each with 10,000 characters of three bytes, and the data subject. */
const BODY_LIMIT = 320 * 1024;
const JSON_TYPE = 'application/json; charset=utf-8';

/** The public routes of request forms, and a form's own page. */
export async function submissionRoutes(app: FastifyInstance, options: HttpOptions): Promise<void> {
  await app.register(siteRoutes, options);
  app.get(OWN_PAGE, async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': OWN_PAGE_POLICY, 'cache-control': 'no-cache' })
      .send(ownPage(idFrom(request.params, 'ws'), idFrom(request.params, 'id'))),
  );
}

/** For visitors of other people's sites and of our own page: read the form, send a request. */
async function siteRoutes(app: FastifyInstance, { deps, hub }: HttpOptions): Promise<void> {
  const { config } = deps;
  const own = config.publicUrl && new URL(config.publicUrl).origin;
  const forms = new FormCache<LiveRequestForm>({
    load: (workspaceId, id) => withScope(deps.db, { workspaceId }, (trx) => live(trx, deps, workspaceId, id)),
    events: 'requestForm.',
  });
  const limit = config.requestRatePerMinute;
  const rate = new SharedRate(limit, (name, calls, max) => takeCalls(deps, name, calls, max));
  // The form is only known after the body is read.
  const bodies = new MemoryRate(limit);
  const spendOfWorkspace: Intake['spendOfWorkspace'] = (rate, request, reply) => {
    const ws = idFrom(request.params, 'ws');
    void spendCall(rate, request, reply, { id: ws, isKnown: forms.knows(ws) });
  };
  const withBody = {
    ...ANY_SITE,
    bodyLimit: BODY_LIMIT,
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => spendOfWorkspace(bodies, request, reply),
  };
  const formOf: Intake['formOf'] = async (request, reply, id) => {
    const ws = idFrom(request.params, 'ws');
    const known = id ? forms.peek(ws, id) : null;
    await spendCall(rate, request, reply, { id: id ?? null, isKnown: known !== null });
    return known ?? (id ? forms.get(ws, id) : null);
  };
  app.addHook('preClose', async () => unlisten());
  const unlisten = hub.listen(forms);
  forAnySite(app, config.publicUrl?.startsWith('https:') ? 'max-age=31536000; includeSubDomains' : undefined);

  const intake: Intake = { deps, own, withBody, spendOfWorkspace, formOf };
  formRoute(app, intake);
  challengeRoute(app, intake);
  logoRoute(app, intake);
  uploadRoutes(app, intake);
  submissionRoute(app, intake);
}

/** The form for the embed. */
function formRoute(app: FastifyInstance, { deps, own, formOf }: Intake): void {
  const url = '/api/v1/:ws/dsrm-request-form-versions/:id/latest';
  app.get(url, ANY_SITE as object, async (request, reply) => {
    const form = requireForm(request, reply, await formOf(request, reply, idFrom(request.params, 'id')), own);
    if (!form.active) throw notFound();
    const { body, etag } = sentForm(form, deps.config.publicUrl ?? '');
    void reply.header('etag', etag).header('cache-control', 'public, max-age=60, stale-while-revalidate=300');
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.header('content-type', JSON_TYPE).send(body);
  });
  app.options(url, ANY_SITE as object, async (_request, reply) => preflight(reply, 'GET'));
}

/** The challenge on which a browser works while the form is filled in. */
function challengeRoute(app: FastifyInstance, { deps, own, formOf }: Intake): void {
  const url = '/api/v1/:ws/dsrm-request-form-versions/:id/challenge';
  app.get(url, ANY_SITE as object, async (request, reply) => {
    const form = requireForm(request, reply, await formOf(request, reply, idFrom(request.params, 'id')), own);
    const challenge = newChallenge(form, deps.now(), await requestsInHour(deps, form));
    return reply.header('content-type', JSON_TYPE).header('cache-control', 'no-store').send(JSON.stringify(challenge));
  });
  app.options(url, ANY_SITE as object, async (_request, reply) => preflight(reply, 'GET'));
}

/** The logo of a published version. */
function logoRoute(app: FastifyInstance, { deps, own, formOf }: Intake): void {
  const options = { ...ANY_SITE, compress: false } as object;
  app.get('/dsrm/forms/logos/:ws/:formId/:fileId', options, async (request, reply) => {
    const fileId = idFrom(request.params, 'fileId');
    const form = requireForm(request, reply, await formOf(request, reply, idFrom(request.params, 'formId')), own);
    const { workspaceId, id: ownerId } = form;
    if (!(await transact(deps, form, (trx) => isLogoOf(trx, workspaceId, ownerId, fileId)))) throw notFound();
    return sendPicture(deps, request, reply, logo, { workspaceId, ownerId, fileId });
  });
}

/** Accepts a request. */
function submissionRoute(app: FastifyInstance, { deps, own, withBody, formOf }: Intake): void {
  const url = '/api/v1/:ws/dsrm-request';
  app.post(url, withBody, async (request, reply) => {
    const named = (request.body as { dsrmRequestFormId?: unknown } | null | undefined)?.dsrmRequestFormId;
    const found = await formOf(request, reply, idOf(named));
    requireSite(request, reply, found, own, SITE_REFUSED);
    const submission = requestSubmission.parse(request.body ?? {});
    const key = idempotencyKeyOf(request, 'requestSubmission:refusal.idempotencyKey');
    const form = requireForm(request, reply, found, own);
    const arrived = { submission, key, now: deps.now() };
    const before = await answeredBefore(deps, form, arrived);
    const { received, replayed } =
      before ?? (await take(deps, form, { ...arrived, isPlain: await judge(deps, form, request, arrived) }));
    if (replayed) void reply.header('idempotency-replayed', 'true');
    return reply
      .code(replayed ? 200 : 201)
      .header('content-type', JSON_TYPE)
      .send(JSON.stringify(received));
  });
  app.options(url, ANY_SITE as object, async (_request, reply) => preflight(reply, 'POST'));
}

/**
 * Checks whether a new request is accepted from its source, and counts it for its address.
 * @returns whether it comes without a token and without proof of work
 * @throws 400 for a field that only a program fills in, and for missing proof of work; 401 `requestSubmission.token…`;
 * 403 `requestSubmission.channel`; 409 `requestSubmission.inactive`; 429
 */
async function judge(
  deps: HttpOptions['deps'],
  form: LiveRequestForm,
  request: FastifyRequest,
  { submission, key, now }: Omit<Arrived, 'isPlain'>,
): Promise<boolean> {
  if (!form.active) throw appError('requestSubmission.inactive');
  const { collectionChannel, website, work } = submission;
  if (!form.settings.channels[CHANNELS[collectionChannel].setting]) throw appError('requestSubmission.channel');
  // Reported, not ignored: where a browser's autofill did it, a person must not believe that the request was sent.
  if (website !== '') throw appError('requestSubmission.filledByProgram', { at: 'website' });
  if (work && (key === undefined || !isDone(form, work, key, now)))
    throw appError('requestSubmission.work', { at: 'work' });
  const vouched = await tokenUseOf(form, submission, now);
  const isPlain = !work && !vouched;
  await spendAddress(deps, form, request.ip, isPlain);
  return isPlain;
}
