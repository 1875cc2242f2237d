import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withScope } from '../../../db/client.ts';
import { ERROR_STATUS } from '../../../shared/errors.ts';
import type { ErrorCode } from '../../../shared/registry/errors.ts';
import { countTries, isFirstReport, type Limit, takeCalls, triesOf } from '../../platform/auth/throttle.ts';
import { type AppError, appError, asAppError, toErrorBody } from '../../platform/errors.ts';
import type { HttpOptions } from '../../platform/modules/manifest.ts';
import { pageClosed } from '../../platform/publicPage/closed.ts';
import { FormCache } from '../../platform/publicPage/formCache.ts';
import { SharedRate } from '../../platform/publicPage/rate.ts';
import { idOf, spendCall } from '../../platform/publicPage/request.ts';
import { systemActor } from '../../platform/actor.ts';
import { emit } from '../../platform/live/emit.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import { live, type LiveRequestForm } from '../requestForm/service.ts';
import * as calls from './calls.ts';

/** A message: a signature and the data of one person, in base64. */
const BODY_LIMIT = 64 * 1024;
/** No cookies are read, so any server can call. */
const SETTINGS = { config: { anySite: true } as object, bodyLimit: BODY_LIMIT };

/**
 * Refused calls of one address in a workspace; beyond this it has to wait, and those who manage forms are notified.
 */
const REFUSED: Limit = { name: 'dataRightsProtocol.refused', max: 20, seconds: 600 };

/** Refusals after which repeating the message is useless. */
const FATAL: readonly ErrorCode[] = [
  'dataRightsProtocol.action',
  'dataRightsProtocol.agent',
  'dataRightsProtocol.business',
  'dataRightsProtocol.callback',
  'dataRightsProtocol.closed',
  'dataRightsProtocol.expired',
  'dataRightsProtocol.message',
  'dataRightsProtocol.person',
  'dataRightsProtocol.reference',
  'dataRightsProtocol.replayed',
  'dataRightsProtocol.signature',
  'dataRightsProtocol.version',
];
/** Refusals because of the caller's identity. A known agent may ask for a request that is no longer its own. */
const FORGED: readonly ErrorCode[] = [
  'dataRightsProtocol.agent',
  'dataRightsProtocol.business',
  'dataRightsProtocol.replayed',
  'dataRightsProtocol.signature',
  'dataRightsProtocol.token',
];
const codeOf = (error: AppError | undefined): ErrorCode | undefined => error?.problem.code;

/** The calls of Data Rights Protocol 1.0 (sections 2.01 to 2.06), under an address of each form. */
export async function protocolRoutes(app: FastifyInstance, { deps, hub }: HttpOptions): Promise<void> {
  const forms = new FormCache<LiveRequestForm>({
    load: (workspaceId, id) => withScope(deps.db, { workspaceId }, (trx) => live(trx, deps, workspaceId, id)),
    events: 'requestForm.',
  });
  const rate = new SharedRate(deps.config.requestRatePerMinute, (name, count, max) =>
    takeCalls(deps, name, count, max),
  );
  const unlisten = hub.listen(forms);
  app.addHook('preClose', async () => unlisten());
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, request, reply) => sendProtocolError(error, request, reply));

  /** The form of a call, once it is counted. @throws 404 where there is none; 409, 429 */
  const callOf = async (request: FastifyRequest, reply: FastifyReply): Promise<calls.AgentCall> => {
    const { ws, form: formId } = request.params as { ws: string; form: string };
    const [workspaceId, id] = [idOf(ws), idOf(formId)];
    const known = workspaceId && id ? forms.peek(workspaceId, id) : null;
    await spendCall(rate, request, reply, { id: id ?? null, isKnown: known !== null });
    const isLimited = workspaceId !== undefined && deps.config.requestRatePerMinute !== 0;
    if (isLimited && (await triesOf(deps, REFUSED, [workspaceId, request.ip])) > REFUSED.max)
      throw appError('tooMany', { values: { minutes: REFUSED.seconds / 60 } });
    const form = known ?? (workspaceId && id ? await forms.get(workspaceId, id) : null);
    if (!form?.enabled) throw appError('dataRightsProtocol.notFound');
    if (form.closed) throw pageClosed();
    return { form, token: tokenOf(request), body: request.body, now: deps.now() };
  };
  const guarded =
    <Answer>(work: (call: calls.AgentCall, request: FastifyRequest) => Promise<Answer>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<Answer> => {
      const call = await callOf(request, reply);
      try {
        const answer = await work(call, request);
        deps.poke();
        return answer;
      } catch (error) {
        if (FORGED.includes(codeOf(asAppError(error))!)) await countRefusal(deps, call.form, request.ip);
        throw error;
      }
    };
  agentRoutes(app, deps, guarded);
  requestRoutes(app, deps, guarded);
}

type Guarded = <Answer>(
  work: (call: calls.AgentCall, request: FastifyRequest) => Promise<Answer>,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<Answer>;

const named = (request: FastifyRequest, name: string): string =>
  (request.params as { [key: string]: string })[name] ?? '';

function agentRoutes(app: FastifyInstance, deps: Deps, guarded: Guarded): void {
  const url = '/drp/:ws/:form/v1/agent/:agentId';
  const setUp = guarded((call, request) => calls.setUpKey(deps, call, named(request, 'agentId')));
  app.post(url, SETTINGS, async (request, reply) => {
    try {
      return await setUp(request, reply);
    } catch (error) {
      const refusal = asAppError(error);
      // A caller who is no agent does not learn what was wrong.
      if (refusal?.status === 'FORBIDDEN' || refusal?.status === 'BAD_REQUEST' || refusal?.status === 'CONFLICT')
        return reply.code(403).send();
      throw error;
    }
  });
  app.get(
    url,
    SETTINGS,
    guarded(async (call, request) => {
      await calls.checkKey(deps, call, named(request, 'agentId'));
      return {};
    }),
  );
}

function requestRoutes(app: FastifyInstance, deps: Deps, guarded: Guarded): void {
  const url = '/drp/:ws/:form/v1/data-rights-request';
  app.post(
    url,
    SETTINGS,
    guarded((call) => calls.takeRequest(deps, call)),
  );
  app.get(
    `${url}/:id`,
    SETTINGS,
    guarded((call, request) => calls.readStatus(deps, call, idOf(named(request, 'id')))),
  );
  app.delete(
    `${url}/:id`,
    SETTINGS,
    guarded((call, request) => calls.revoke(deps, call, idOf(named(request, 'id')))),
  );
}

const tokenOf = ({ headers: { authorization = '' } }: FastifyRequest): string | undefined =>
  /^Bearer +([\w-]{20,100})$/i.exec(authorization)?.[1];

/** Counts a call with a false identity; the one that reaches the limit is logged. */
async function countRefusal(deps: Deps, { workspaceId, id, content }: LiveRequestForm, ip: string): Promise<void> {
  const caller = [workspaceId, ip] as const;
  if ((await countTries(deps, REFUSED, caller)) !== REFUSED.max || !(await isFirstReport(deps, REFUSED, caller)))
    return;
  await transact(deps, { workspaceId }, (trx) =>
    emit(trx, systemActor(deps, workspaceId), {
      event: 'authorisedAgent.refused',
      entityId: id,
      subject: content.application.name,
    }),
  );
  deps.poke();
}

/** Answers with the error of the protocol (section 3.06); our own faults are logged, without the message. */
function sendProtocolError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode } = error as { statusCode?: number };
  const refusal = asAppError(error) ?? ofFastify(statusCode);
  const { status, body } = toErrorBody(refusal ?? error, 'en');
  if (status >= 500) request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
  const issue = body.issues?.[0];
  const message = issue ? `${body.message} ${issue.path.join('.')}: ${issue.reason}` : body.message;
  const isFatal = refusal !== undefined && (issue !== undefined || FATAL.includes(codeOf(refusal)!));
  return reply.code(status).send({ code: String(status), message, ...(isFatal && { fatal: true }) });
}

/** What Fastify refuses before our code runs. */
function ofFastify(statusCode: number | undefined): AppError | undefined {
  if (statusCode === undefined || statusCode >= 500 || statusCode < 400) return undefined;
  if (statusCode === ERROR_STATUS.PAYLOAD_TOO_LARGE) return appError('PAYLOAD_TOO_LARGE');
  if (statusCode === ERROR_STATUS.UNSUPPORTED_MEDIA_TYPE) return appError('UNSUPPORTED_MEDIA_TYPE');
  return appError('BAD_REQUEST');
}
