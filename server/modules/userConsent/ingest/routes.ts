import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  userConsentLookup,
  type UserConsentStatus,
  userConsentSubmission,
} from '../../../../shared/userConsent/schema.ts';
import type { HttpOptions } from '../../../platform/modules/manifest.ts';
import { appError } from '../../../platform/errors.ts';
import { COMPRESSION } from '../../../platform/http/compression.ts';
import { sendPicture } from '../../../platform/publicPage/picture.ts';
import { picture } from '../../consent/files.ts';
import { uidHash } from '../record.ts';
import { callerOf } from './caller.ts';
import { requireForm, requireUsedForm, requireVersion, stateOf } from './choice.ts';
import { type LiveForm, LiveForms } from './forms.ts';
import { signHandle } from './handle.ts';
import { plainSubmission } from './plainSubmission.ts';
import { sentForm } from './publicForm.ts';
import { SubmissionQueue } from './queue.ts';
import { countedAddress, takeCalls } from '../../../platform/auth/throttle.ts';
import { MemoryRate, SharedRate } from '../../../platform/publicPage/rate.ts';
import { idempotencyKeyOf, idOf, spendCall, spendOf } from '../../../platform/publicPage/request.ts';
import { ScreenNotifier } from './screenNotifier.ts';
import { ANY_SITE, forAnySite, matchesEtag, preflight, requireSite } from '../../../platform/publicPage/sites.ts';
import { createStore, NOTHING_CHOSEN, type Store } from './store.ts';
import { submit } from './submit.ts';

const BODY_LIMIT = 16 * 1024;
/**
 * Submissions and look-ups in a minute of one uid of one form: from one address, and from all. Whoever knows a uid must
 * not use up what its owner needs, so the second is never reached from few addresses, and no NONE counts for it.
 */
const UID_CALLS = { address: 60, all: 600 };
/** Forms of one workspace that one address can call at the full rate. */
const FORMS_OF_ADDRESS = 10;
const SITE_REFUSED = 'consent.origin';
const JSON_TYPE = 'application/json; charset=utf-8';

const notFound = () => appError('consent.notFound', { text: 'userConsent:ingest.notFound' });
/** An id from the address in its stored form; a malformed one is not found. */
const idFrom = (params: unknown, name: string): string => {
  const id = idOf((params as { [key: string]: string })[name]);
  if (!id) throw notFound();
  return id;
};

/** Shared parts of the routes, created once, so that a request creates none of them. */
interface Ingest {
  readonly deps: HttpOptions['deps'];
  /** The product's own origin. */
  readonly own: string | undefined;
  readonly forms: LiveForms;
  readonly store: Store;
  /** Calls of one address for one form. */
  readonly rate: SharedRate;
  /** Counts a call about one uid of a form. */
  readonly spendUid: (
    request: FastifyRequest,
    reply: FastifyReply,
    call: { form: LiveForm; hash: Buffer; isNone?: boolean },
  ) => Promise<unknown> | undefined;
  /** Settings of a route with a body. */
  readonly withBody: object;
  readonly parts: Parameters<typeof submit>[0];
  /** The form of a call, after the call is counted; synchronous where it is cached. */
  readonly formOf: (
    request: FastifyRequest,
    reply: FastifyReply,
    ws: string,
    consentId: string,
  ) => LiveForm | Promise<LiveForm | null>;
}

/**
 * The public routes of consent forms, for visitors of other people's sites: submit, look up, read the form. Separate
 * routes, since they are called a thousand times as often as all others; forms are cached, and submissions are
 * committed together with others that have arrived meanwhile.
 */
export async function ingestRoutes(
  app: FastifyInstance,
  { deps, hub }: Pick<HttpOptions, 'deps' | 'hub'>,
): Promise<void> {
  const { config } = deps;
  const own = config.publicUrl && new URL(config.publicUrl).origin;
  const forms = new LiveForms(deps);
  const store = createStore(deps);
  const notifier = new ScreenNotifier(deps);
  const queue = new SubmissionQueue((form, rows) => {
    const send = store.record(form, rows);
    return async () => {
      const recorded = await send();
      const written = recorded.find(({ outcome }) => outcome === 'written');
      if (written) notifier.written(form.workspaceId, form.id, written.unshown);
      return recorded;
    };
  }, deps.log);
  const limit = config.consentRatePerMinute;
  const take = (name: string, calls: number, max: number) => takeCalls(deps, name, calls, max);
  const rate = new SharedRate(limit, take);
  const uidRates = {
    address: new SharedRate(limit === 0 ? 0 : UID_CALLS.address, take),
    all: new SharedRate(limit === 0 ? 0 : UID_CALLS.all, take),
  };
  const spendUid: Ingest['spendUid'] = (request, reply, { form, hash, isNone = false }) => {
    const name = `${form.id} ${hash.toString('base64')}`;
    const here = spendOf(uidRates.address, `${name} ${countedAddress(request.ip)}`, reply);
    const all = isNone ? undefined : spendOf(uidRates.all, name, reply);
    return here && all ? Promise.all([here, all]) : (here ?? all);
  };
  // The form is only known after the body is read.
  const bodies = new MemoryRate(limit * FORMS_OF_ADDRESS);
  const withBody = {
    ...ANY_SITE,
    compress: false,
    bodyLimit: BODY_LIMIT,
    onRequest: (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
      let refused: Error | undefined;
      try {
        const ws = idFrom(request.params, 'ws');
        void spendCall(bodies, request, reply, { id: ws, isKnown: forms.knows(ws) });
      } catch (error) {
        refused = error as Error;
      }
      done(refused);
    },
  };
  const parts = { queue, store, forget: (form: LiveForm) => forms.forget(form.workspaceId, form.id) };

  const unlisten = hub.listen(forms);
  // Before connections are closed: accepted submissions are answered.
  app.addHook('preClose', async () => {
    unlisten();
    await queue.close();
    await notifier.close();
    // The last answers are sent once everything that awaits them has run.
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  await app.register(compress, COMPRESSION);
  // A separate logger for each request would cost more than all that is logged.
  app.setChildLoggerFactory((logger) => logger);
  forAnySite(app, config.publicUrl?.startsWith('https:') ? 'max-age=31536000; includeSubDomains' : undefined);

  const formOf: Ingest['formOf'] = (request, reply, ws, consentId) => {
    const known = forms.peek(ws, consentId);
    const counted = spendCall(rate, request, reply, { id: consentId, isKnown: known !== null });
    if (counted) return counted.then(() => known ?? forms.get(ws, consentId));
    return known ?? forms.get(ws, consentId);
  };

  const ingest: Ingest = { deps, own, forms, store, rate, spendUid, withBody, parts, formOf };
  submissionRoute(app, ingest);
  lookUpRoute(app, ingest);
  formRoute(app, ingest);
  logoRoute(app, ingest);
  preflightRoutes(app, ingest);
}

/** Accepts a submission. */
function submissionRoute(app: FastifyInstance, { deps, own, rate, spendUid, withBody, parts, formOf }: Ingest): void {
  app.post('/api/v1/:ws/user-consents', withBody, async (request, reply) => {
    const ws = idFrom(request.params, 'ws');
    const named = idOf((request.body as { consentUUID?: unknown } | null | undefined)?.consentUUID);
    const found = named
      ? formOf(request, reply, ws, named)
      : spendCall(rate, request, reply, { id: null, isKnown: false });
    const form = (found instanceof Promise ? await found : found) ?? null;
    requireSite(request, reply, form, own, SITE_REFUSED);
    const submission = plainSubmission(request.body) ?? userConsentSubmission.parse(request.body ?? {});
    const key = idempotencyKeyOf(request, 'userConsent:ingest.idempotencyKey');
    const now = deps.now();
    const open = requireForm(form);
    const hash = uidHash(open.key, submission.uid);
    const counted = spendUid(request, reply, { form: open, hash, isNone: submission.action === 'NONE' });
    if (counted) await counted;
    const { received, replayed } = await submit(parts, open, { submission, hash, key, now });
    if (replayed) void reply.header('idempotency-replayed', 'true');
    return reply
      .code(replayed ? 200 : 201)
      .header('content-type', JSON_TYPE)
      .send(JSON.stringify(received));
  });
}

/** Returns the current choice of a data subject. */
function lookUpRoute(app: FastifyInstance, { deps, own, store, spendUid, withBody, formOf }: Ingest): void {
  app.post('/api/v1/:ws/user-consents/consent/:id/version/:v/get-user-consent', withBody, async (request, reply) => {
    const found = await formOf(request, reply, idFrom(request.params, 'ws'), idFrom(request.params, 'id'));
    requireSite(request, reply, found, own, SITE_REFUSED);
    const form = requireUsedForm(found);
    requireVersion(form, (request.params as { v: string }).v);
    const lookUp = userConsentLookup.parse(request.body ?? {});
    const { uid, source } = lookUp;
    const now = deps.now();
    // A look-up does not use up a token.
    const { knownBy, browser, refusal } = await callerOf(form, lookUp, now);
    if (refusal) throw refusal;
    const hash = uidHash(form.key, uid);
    await spendUid(request, reply, { form, hash });
    const isUnknown = knownBy === 'browser' && !browser;
    const status: UserConsentStatus = {
      ...(isUnknown ? NOTHING_CHOSEN : await store.status(form, { uid: hash, browser, knownBy, source })),
      knownBy: isUnknown ? null : knownBy,
      ...(browser?.toRenew && { handle: signHandle(form, uid, browser.browser, now) }),
    };
    return reply.header('content-type', JSON_TYPE).send(JSON.stringify(status));
  });
}

/** The form of an application for the embed; on request also one that only takes withdrawals, as far as it does. */
function formRoute(app: FastifyInstance, { deps, own, forms, rate }: Ingest): void {
  app.get('/api/v1/:ws/consent-versions/application/:id', ANY_SITE as object, async (request, reply) => {
    const ws = idFrom(request.params, 'ws');
    const applicationId = idFrom(request.params, 'id');
    const known = forms.peekOfApplication(ws, applicationId);
    await spendCall(rate, request, reply, { id: applicationId, isKnown: known !== null });
    const form = known ?? (await forms.ofApplication(ws, applicationId));
    requireSite(request, reply, form, own, SITE_REFUSED);
    const state = form && stateOf(requireForm(form), deps.now());
    const isRequested = (request.query as { deactivated?: string }).deactivated === 'true';
    if (!form || !state || state === 'upcoming' || (state !== 'live' && !isRequested)) throw notFound();
    const { body, etag } = sentForm(form, state, deps.config.publicUrl ?? '');
    void reply.header('etag', etag).header('cache-control', 'public, max-age=60, stale-while-revalidate=300');
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.header('content-type', JSON_TYPE).send(body);
  });
}

/** A picture of a published version. */
function logoRoute(app: FastifyInstance, { deps, formOf }: Ingest): void {
  app.get(
    '/consent/forms/logos/:ws/:consentId/:fileId',
    { ...ANY_SITE, compress: false } as object,
    async (request, reply) => {
      const ws = idFrom(request.params, 'ws');
      const fileId = idFrom(request.params, 'fileId');
      const consentId = idFrom(request.params, 'consentId');
      const form = await formOf(request, reply, ws, consentId);
      if (!form?.logoIds.has(fileId)) throw notFound();
      requireForm(form);
      return sendPicture(deps, request, reply, picture, { workspaceId: ws, ownerId: consentId, fileId });
    },
  );
}

/** Preflight requests of browsers. */
function preflightRoutes(app: FastifyInstance, { own, formOf }: Ingest): void {
  app.options('/api/v1/:ws/user-consents', ANY_SITE as object, async (_request, reply) => preflight(reply, 'POST'));
  app.options(
    '/api/v1/:ws/user-consents/consent/:id/version/:v/get-user-consent',
    ANY_SITE as object,
    async (request, reply) => {
      requireSite(
        request,
        reply,
        await formOf(request, reply, idFrom(request.params, 'ws'), idFrom(request.params, 'id')),
        own,
        SITE_REFUSED,
      );
      return preflight(reply, 'POST');
    },
  );
  app.options('/api/v1/:ws/consent-versions/application/:id', ANY_SITE as object, async (_request, reply) =>
    preflight(reply, 'GET'),
  );
}
