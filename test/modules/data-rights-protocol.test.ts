import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { requestRetention } from '../../server/modules/request/anonymise.ts';
import { agentClaims } from '../../server/modules/dataRightsProtocol/subjectData.ts';
import { transact } from '../../server/platform/trpc/context.ts';
import { callbackSchedule, messageSweep } from '../../server/modules/dataRightsProtocol/callback.ts';
import { takeOver } from '../../server/platform/installation/silence.ts';
import { requestReference } from '../../shared/request/reference.ts';
import type { ExerciseStatus } from '../../shared/dataRightsProtocol/protocol.ts';
import { buildPerson, buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { buildAgent, type CallbackReceiver, startCallbackReceiver, type TestAgent } from '../helpers/agents.ts';
import { mailsOf, tokenIn } from '../mailbox.ts';
import { type BuiltRequestForm, buildRequestForm } from '../helpers/requestForms.ts';

const NOW = '2026-11-02T10:15:00+07:00';
const BUSINESS = 'HOSPITAL';

let server: TestServer;
let receiver: CallbackReceiver;
let person: Person;
let form: BuiltRequestForm;
let agent: TestAgent;
/** The id of its record. */
let agentRow: string;
let token: string;

beforeAll(async () => {
  server = await buildServer({ CALLBACKS_TO_PRIVATE_NETWORK: 'true' }, { jobs: true });
  receiver = await startCallbackReceiver();
});
afterAll(async () => {
  await receiver.close();
  await server.close();
});
beforeEach(async () => {
  server.clock.set(NOW);
  receiver.received.length = 0;
  receiver.answer(200);
  person = await buildPerson(server, { role: 'DPO' });
  form = await buildRequestForm(server, person, { settings: { drpEnabled: true } });
  agent = buildAgent('PERMISSION_SLIP');
  const { dataRightsProtocol } = await callerFor(server, person);
  await dataRightsProtocol.settings.update({ ws: form.workspaceId, businessId: BUSINESS, rowVersion: 0 });
  agentRow = (await addAgent(agent)).id;
  token = (await setUp()).json<{ token: string }>().token;
});

const api = async () => await callerFor(server, person);
const addAgent = async (of: TestAgent, more: object = {}) =>
  (await api()).dataRightsProtocol.create({
    ws: form.workspaceId,
    name: `Agent ${of.agentId}`,
    agentId: of.agentId,
    verifyKey: of.verifyKey,
    ...more,
  } as never);
/** Marks the agent as one whose verification is trusted. */
const trustAgent = async () => {
  const { dataRightsProtocol } = await api();
  const record = await dataRightsProtocol.get({ ws: form.workspaceId, id: agentRow });
  await dataRightsProtocol.update({ ws: form.workspaceId, ...record, trustsIdentity: true } as never);
};

/** Calls are limited per address: each call comes from a different one, unless the test is about that. */
let addresses = 0;
interface Call {
  body?: string;
  bearer?: string | null;
  of?: BuiltRequestForm;
  ip?: string;
  type?: string;
}
const call = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { body, bearer = token, of = form, ip, type }: Call = {},
) => {
  addresses += 1;
  return server.app.inject({
    method,
    url: `/drp/${of.workspaceId}/${of.id}/v1/${path}`,
    headers: {
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': type ?? 'text/plain' }),
    },
    ...(body !== undefined && { payload: body }),
    remoteAddress: ip ?? `10.8.${addresses >> 8}.${addresses & 255}`,
  });
};
const minutes = (count: number): string => new Date(Date.parse(NOW) + count * 60_000).toISOString();
let serial = 0;
const envelope = (more: object = {}) => {
  serial += 1;
  return {
    'agent-id': 'PERMISSION_SLIP',
    'business-id': BUSINESS,
    'issued-at': minutes(-1),
    'expires-at': minutes(9),
    'drp.version': '1.0',
    // Two messages of one moment are two messages.
    serial,
    ...more,
  };
};
const setUp = (message: object = envelope(), by = agent, named = by.agentId) =>
  call('POST', `agent/${named}`, { body: by.sign(message), bearer: null });
const wish = (more: object = {}) =>
  envelope({
    exercise: 'access',
    regime: 'ccpa',
    relationships: ['customer'],
    name: 'Somying Rakthai',
    email: 'Somying@Test.example',
    email_verified: true,
    phone_number: '+66812345678',
    address: { street_address: '1 Rama IV', locality: 'Bangkok' },
    ...more,
  });
const exercise = (more: object = {}, sent: Call = {}) =>
  call('POST', 'data-rights-request', { body: agent.sign(wish(more)), ...sent });
const accepted = async (more: object = {}): Promise<ExerciseStatus> => {
  const answer = await exercise(more);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const requestOf = async (id: string) => (await api()).request.get({ ws: form.workspaceId, id });
const countRequests = async (): Promise<number> =>
  (await (await api()).request.list({ ws: form.workspaceId, pageSize: 10, currentPage: 1 })).meta.totalItems;

it('lists the agents that are in use, or those that are not', async () => {
  await addAgent(buildAgent('OLD_AGENT'), { active: false });
  const named = async (active?: boolean) =>
    (await (await api()).dataRightsProtocol.list({ ws: form.workspaceId, active })).collection.map(
      ({ agentId }) => agentId,
    );
  expect([await named(true), await named(false)]).toEqual([['PERMISSION_SLIP'], ['OLD_AGENT']]);
  expect((await named()).toSorted()).toEqual(['OLD_AGENT', 'PERMISSION_SLIP']);
});

describe('a bearer token', () => {
  it('is issued for a signed message, replaces the previous one, and is stored only as a hash', async () => {
    expect((await call('GET', 'agent/PERMISSION_SLIP')).json()).toEqual({});
    const second = (await setUp()).json<{ 'agent-id': string; token: string }>();
    expect(second['agent-id']).toBe('PERMISSION_SLIP');
    expect((await call('GET', 'agent/PERMISSION_SLIP')).statusCode).toBe(401);
    expect((await call('GET', 'agent/PERMISSION_SLIP', { bearer: second.token })).statusCode).toBe(200);
    expect((await call('GET', 'agent/ANOTHER', { bearer: second.token })).statusCode).toBe(403);
    const row = await server.owner
      .selectFrom('authorisedAgents')
      .selectAll()
      .where('id', '=', agentRow)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(second.token);
  });

  it('is refused without an explanation to anybody but the agent, and if anything of the message is invalid', async () => {
    const stranger = buildAgent('PERMISSION_SLIP');
    const message = envelope();
    const first = await setUp(message);
    expect(first.statusCode).toBe(200);
    const refused = [
      await setUp(envelope(), stranger),
      await setUp(envelope(), agent, 'UNKNOWN'),
      await setUp(envelope({ 'agent-id': 'OTHER' })),
      await setUp(envelope({ 'business-id': 'SCHOOL' })),
      await setUp(envelope({ 'issued-at': minutes(1) })),
      await setUp(envelope({ 'expires-at': minutes(0) })),
      // The same message again.
      await setUp(message),
      await call('POST', 'agent/PERMISSION_SLIP', { body: 'not base64 !', bearer: null }),
    ];
    expect(refused.map(({ statusCode, body }) => [statusCode, body])).toEqual(refused.map(() => [403, '']));
    // None of these invalidated the token.
    const { token: current } = first.json<{ token: string }>();
    expect((await call('GET', 'agent/PERMISSION_SLIP', { bearer: current })).statusCode).toBe(200);
  });

  it('ends with the agent, with its key and on request', async () => {
    const { dataRightsProtocol } = await api();
    const ws = form.workspaceId;
    const check = async () => (await call('GET', 'agent/PERMISSION_SLIP')).statusCode;
    const record = await dataRightsProtocol.get({ ws, id: agentRow });
    expect(record.tokenIssuedAt).not.toBeNull();
    const off = await dataRightsProtocol.update({ ws, ...record, active: false } as never);
    expect(await check()).toBe(401);
    const on = await dataRightsProtocol.update({ ws, ...off, active: true } as never);
    expect(await check()).toBe(200);
    const ended = await dataRightsProtocol.endToken({ ws, id: agentRow, rowVersion: on.rowVersion });
    expect(ended.tokenIssuedAt).toBeNull();
    expect(await check()).toBe(401);
    token = (await setUp()).json<{ token: string }>().token;
    const current = await dataRightsProtocol.get({ ws, id: agentRow });
    agent = buildAgent('PERMISSION_SLIP');
    await dataRightsProtocol.update({ ws, ...current, verifyKey: agent.verifyKey } as never);
    expect(await check()).toBe(401);
    expect((await setUp()).statusCode).toBe(200);
  });

  it('of a backup does not work in a restored copy, where it may have been ended since', async () => {
    expect((await call('GET', 'agent/PERMISSION_SLIP')).statusCode).toBe(200);
    const { stop } = server.deps.modules.outgoing.find(({ table }) => table === 'authorised_agents')!;
    await sql.raw(stop).execute(server.owner);
    expect((await call('GET', 'agent/PERMISSION_SLIP')).statusCode).toBe(401);
    const { dataRightsProtocol } = await api();
    expect((await dataRightsProtocol.get({ ws: form.workspaceId, id: agentRow })).tokenIssuedAt).toBeNull();
    token = (await setUp()).json<{ token: string }>().token;
    expect((await call('GET', 'agent/PERMISSION_SLIP')).statusCode).toBe(200);
  });
});

describe('a request of an agent', () => {
  it('is listed among the others, unconfirmed, with a link by which its person confirms it', async () => {
    const status = await accepted({ 'agent-request-id': 'foo-1' });
    expect(status).toMatchObject({
      agent_request_id: 'foo-1',
      status: 'in_progress',
      reason: 'need_user_verification',
      received_at: new Date(NOW).toISOString(),
      user_verification_url: expect.stringMatching(/\/en\/request-status#token=[\w-]+$/),
      expected_by: expect.stringMatching(/^2026-12-02T/),
    });
    const request = await requestOf(status.request_id);
    expect(request).toMatchObject({
      channel: 'DRP',
      status: 'NEW',
      verifiedAt: null,
      identity: { firstName: 'Somying', lastName: 'Rakthai', email: 'somying@test.example', telephone: '0812345678' },
      rights: [{ code: 'ACCESS', stage: 'VERIFY' }],
    });
    // The page is the one mailed to the person; a code sent to them opens it.
    const mail = (await mailsOf(server, 'somying@test.example')).findLast(({ kind }) => kind === 'requestReceived');
    expect(status.user_verification_url).toContain(tokenIn(mail));
    const { dataRightsProtocol } = await api();
    expect(await dataRightsProtocol.ofRequest({ ws: form.workspaceId, id: status.request_id })).toMatchObject({
      agent: { agentId: 'PERMISSION_SLIP' },
      exercise: 'access',
      claims: {
        reference: 'foo-1',
        regime: 'ccpa',
        relationships: ['customer'],
        address: '1 Rama IV, Bangkok',
        verified: ['email'],
      },
      callback: 'NONE',
    });
    const answer = await call('GET', `data-rights-request/${status.request_id}`);
    expect(answer.json()).toEqual(status);
  });

  it('needs no code if the workspace trusts the agent, and the agent has verified the address', async () => {
    await trustAgent();
    const known = await accepted();
    expect(known).toMatchObject({ status: 'in_progress' });
    expect(known.reason).toBeUndefined();
    expect(await requestOf(known.request_id)).toMatchObject({
      verifiedHow: 'AGENT',
      knownKeys: ['email'],
      rights: [{ stage: 'ASSIGN' }],
    });
    expect((await accepted({ email_verified: false, phone_number_verified: true })).reason).toBe(
      'need_user_verification',
    );
    expect((await accepted({ email: '', phone_number_verified: true })).reason).toBeUndefined();
  });

  it('is of the right that the act defines for it', async () => {
    const rights = { access: 'ACCESS', 'access:specific': 'ACCESS', deletion: 'ERASURE', 'sale:opt_out': 'OBJECTION' };
    for (const [action, code] of Object.entries(rights)) {
      const { request_id: id } = await accepted({ exercise: action });
      expect((await requestOf(id)).rights.map((right) => right.code)).toEqual([code]);
    }
    for (const action of ['sale:opt_in', 'portability', '__proto__', 'constructor', '']) {
      const answer = await exercise({ exercise: action });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({ code: '400', message: expect.any(String), fatal: true });
    }
  });

  it('is accepted once: a repeated message is refused, a new one with the same number gets the first response', async () => {
    const body = agent.sign(wish({ 'agent-request-id': 'foo-7' }));
    const first = await call('POST', 'data-rights-request', { body });
    expect(first.statusCode).toBe(200);
    const again = await call('POST', 'data-rights-request', { body });
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ code: '409', fatal: true });
    const { serial: _serial, ...same } = wish({ 'agent-request-id': 'foo-7' });
    const retried = await call('POST', 'data-rights-request', {
      body: agent.sign({ ...same, 'issued-at': minutes(-0.5) }),
    });
    expect(retried.json()).toEqual(first.json());
    const other = await exercise({ 'agent-request-id': 'foo-7', exercise: 'deletion' });
    expect(other.statusCode).toBe(409);
    expect(await countRequests()).toBe(1);
  });

  it('is created once if two arrive together', async () => {
    const { serial: _serial, ...same } = wish({ 'agent-request-id': 'together' });
    const sent = ['-0.4', '-0.5', '-0.6'].map((ago) =>
      call('POST', 'data-rights-request', { body: agent.sign({ ...same, 'issued-at': minutes(Number(ago)) }) }),
    );
    const answers = await Promise.all(sent);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.json<ExerciseStatus>().request_id)).size).toBe(1);
  });

  it('is validated in the order of the protocol: signature, agent, business, times', async () => {
    const bad = {
      'agent-id': 'OTHER',
      'business-id': 'SCHOOL',
      'issued-at': minutes(1),
      'expires-at': minutes(-1),
    };
    const stranger = buildAgent('STRANGER');
    const messageOf = async (body: string) => {
      const answer = await call('POST', 'data-rights-request', { body });
      return [answer.statusCode, answer.json<{ message: string }>().message] as const;
    };
    expect(await messageOf(stranger.sign(wish(bad)))).toEqual([
      403,
      'The signature is wrong. Sign with the key registered here, or have the organisation register your present key.',
    ]);
    expect(await messageOf(agent.sign(wish(bad)))).toEqual([403, expect.stringContaining('agent')]);
    const { 'agent-id': _agent, ...withoutAgent } = bad;
    expect(await messageOf(agent.sign(wish(withoutAgent)))).toEqual([403, expect.stringContaining('organisation')]);
    const { 'business-id': _business, ...times } = withoutAgent;
    expect(await messageOf(agent.sign(wish(times)))).toEqual([
      400,
      'The time in issued-at is in the future. Check the time of your server, then sign and send the message again.',
    ]);
    const expired = wish({ 'expires-at': minutes(-1) });
    expect(await messageOf(agent.sign(expired))).toEqual([
      400,
      'The message has expired. Sign a new one with a later expires-at and send it.',
    ]);
    expect(await countRequests()).toBe(0);
  });

  it('is refused if one letter of it differs from what was signed', async () => {
    const bytes = Buffer.from(agent.sign(wish()), 'base64');
    for (const at of [0, 63, 64, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      const answer = await call('POST', 'data-rights-request', { body: changed.toString('base64') });
      expect(answer.statusCode).toBe(403);
    }
    for (const body of ['', '%%%', 'AAAA', agent.sign('[]'), agent.sign('{'), agent.sign('null'), agent.sign('"x"')])
      expect((await call('POST', 'data-rights-request', { body })).statusCode).toBe(400);
    const asJson = await call('POST', 'data-rights-request', { body: '{"a":1}', type: 'application/json' });
    expect(asJson.statusCode).toBe(400);
    const large = await call('POST', 'data-rights-request', { body: 'A'.repeat(70_000) });
    expect([large.statusCode, large.json()]).toEqual([413, { code: '413', message: expect.any(String) }]);
    expect((await exercise({}, { bearer: null })).statusCode).toBe(401);
    expect((await exercise({}, { bearer: 'x'.repeat(43) })).statusCode).toBe(401);
    expect(await countRequests()).toBe(0);
  });

  it('requires a reachable person, a supported version, and a form that accepts it', async () => {
    expect((await exercise({ email: '', phone_number: '' })).statusCode).toBe(400);
    expect((await exercise({ email: '', phone_number: 'call me' })).statusCode).toBe(400);
    expect((await exercise({ 'drp.version': '0.5' })).statusCode).toBe(400);
    expect((await accepted({ 'drp.version': '0.9.4', name: '' })).status).toBe('in_progress');
    const { request_id: id } = await accepted({ name: 'สมหญิง รักไทย' });
    expect(await requestOf(id)).toMatchObject({ language: 'th', identity: { firstName: 'สมหญิง', lastName: 'รักไทย' } });
    const { requestForm } = await api();
    const { rowVersion } = await requestForm.get({ ws: form.workspaceId, id: form.id });
    await requestForm.deactivate({ ws: form.workspaceId, id: form.id, rowVersion });
    await expect.poll(async () => (await exercise()).statusCode).toBe(409);
    const off = await buildRequestForm(server, person);
    expect((await exercise({}, { of: off })).statusCode).toBe(404);
    expect((await exercise({}, { of: { ...form, id: randomUUID() } })).statusCode).toBe(404);
  });

  it('is still read and withdrawn by its agent once the form takes no requests of agents any more', async () => {
    const { request_id: id } = await accepted();
    const { requestForm } = await api();
    const ofForm = { ws: form.workspaceId, id: form.id };
    const { rowVersion, settings } = await requestForm.get(ofForm);
    await requestForm.updateSettings({ ...ofForm, ...settings, rowVersion, drpEnabled: false });
    await expect.poll(async () => (await exercise()).statusCode).toBe(404);
    expect((await setUp()).statusCode).toBe(404);
    expect((await call('GET', 'agent/PERMISSION_SLIP')).statusCode).toBe(200);
    const path = `data-rights-request/${id}`;
    expect((await call('GET', path)).json()).toMatchObject({ request_id: id, status: 'in_progress' });
    expect((await call('GET', path, { bearer: null })).statusCode).toBe(401);
    const revoked = await call('DELETE', path, { body: agent.sign({ reason: '' }) });
    expect(revoked.json()).toMatchObject({ request_id: id, status: 'revoked' });
  });

  it('is not accessible to another agent, workspace or form', async () => {
    const { request_id: id } = await accepted();
    const other = buildAgent('OTHER');
    await addAgent(other);
    const otherToken = (await setUp(envelope({ 'agent-id': 'OTHER' }), other)).json<{ token: string }>().token;
    const path = `data-rights-request/${id}`;
    expect((await call('GET', path, { bearer: otherToken })).statusCode).toBe(403);
    expect((await call('DELETE', path, { bearer: otherToken, body: other.sign({ reason: '' }) })).statusCode).toBe(403);
    // Its own token, and the message of another agent.
    expect((await call('DELETE', path, { body: other.sign({ reason: '' }) })).statusCode).toBe(403);
    expect(
      (await call('POST', 'data-rights-request', { bearer: otherToken, body: agent.sign(wish()) })).statusCode,
    ).toBe(403);
    const second = await buildRequestForm(server, person, { settings: { drpEnabled: true } });
    expect((await call('GET', path, { of: second })).statusCode).toBe(403);
    expect((await call('GET', `data-rights-request/${randomUUID()}`)).statusCode).toBe(403);
    expect((await call('GET', 'data-rights-request/none')).statusCode).toBe(403);
    const elsewhere = await buildPerson(server, { role: 'DPO' });
    const foreign = await buildRequestForm(server, elsewhere, { settings: { drpEnabled: true } });
    expect((await call('GET', path, { of: foreign })).statusCode).toBe(401);
  });

  it('is revoked by a signed message, once and finally', async () => {
    const { request_id: id } = await accepted({ email: 'revoker@test.example' });
    const path = `data-rights-request/${id}`;
    const { number } = await requestOf(id);
    const late = { ...envelope(), 'expires-at': minutes(-1) };
    expect((await call('DELETE', path, { body: agent.sign(late) })).statusCode).toBe(400);
    const body = agent.sign({ reason: 'I do not want this any more' });
    expect((await call('DELETE', path, { body })).json()).toMatchObject({ request_id: id, status: 'revoked' });
    expect((await call('DELETE', path, { body })).json()).toMatchObject({ status: 'revoked' });
    expect((await requestOf(id)).rights[0]).toMatchObject({ stage: 'WITHDRAWN' });
    // The person is notified, once, and staff read the reason.
    const mails = (await mailsOf(server, 'revoker@test.example')).filter(({ text }) =>
      text.includes(requestReference(number)),
    );
    expect(mails.map(({ kind }) => kind)).toEqual(['requestReceived', 'requestNotice.WITHDRAWN']);
    const { requestMessage } = await api();
    const { messages } = await requestMessage.list({ ws: form.workspaceId, id });
    expect(messages.map(({ text }) => text)).toEqual(['I do not want this any more']);
  });

  it('is expected by the earlier of the workspace’s own date and that of the act', async () => {
    await trustAgent();
    const ws = form.workspaceId;
    const { request, dataRight } = await api();
    const beforeAndExtended = async (exercised: string, of = form) => {
      const answer = await exercise({ exercise: exercised }, { of });
      const { request_id: id, expected_by: before } = answer.json<ExerciseStatus>();
      await request.changeStatus({ ws, id, action: 'EXTEND', days: 10, reason: 'Many records' });
      const { expected_by: extended } = (await call('GET', `data-rights-request/${id}`, { of })).json<ExerciseStatus>();
      return [before, extended].map((moment) => moment?.slice(0, '2026-12-02'.length));
    };
    // The 30 days of the act are not extended, the 15 of the workspace before them are.
    expect(await beforeAndExtended('access')).toEqual(['2026-12-02', '2026-12-02']);
    const access = await dataRight.get({ ws, id: form.rightIds.ACCESS! });
    await dataRight.update({ ws, ...access, days: 15 } as never);
    const sooner = await buildRequestForm(server, person, { settings: { drpEnabled: true } });
    expect(await beforeAndExtended('access', sooner)).toEqual(['2026-11-17', '2026-11-27']);
  });

  it('returns its status in the terms of the protocol', async () => {
    await trustAgent();
    const { request } = await api();
    const ws = form.workspaceId;
    const statusOf = async (id: string) => (await call('GET', `data-rights-request/${id}`)).json<ExerciseStatus>();
    const denied = async (groundCode: string) => {
      const { request_id: id } = await accepted();
      await request.changeStatus({ ws, id, action: 'REJECT', groundCode, reason: 'A word for the person alone' });
      const status = await statusOf(id);
      expect(JSON.stringify(status)).not.toContain('A word for the person');
      return [status.status, status.reason];
    };
    expect(await denied('NO_DATA')).toEqual(['denied', 'no_match']);
    expect(await denied('OUTSIDE_ACT')).toEqual(['denied', 'outside_jurisdiction']);
    expect(await denied('LAW_AND_HARM')).toEqual(['denied', 'claim_not_covered']);

    const { request_id: id } = await accepted();
    await request.changeStatus({ ws, id, action: 'EXTEND', days: 10, reason: 'Many records' });
    expect(await statusOf(id)).toMatchObject({
      status: 'in_progress',
      processing_details: expect.stringContaining('extended'),
    });
    await request.changeStatus({ ws, id, action: 'ASSIGN', assigneeId: person.personnelId });
    await request.settings.update({
      ws,
      ...(await request.settings.get({ ws })),
      approveOwn: true,
    } as never);
    await request.changeStatus({ ws, id, action: 'SUBMIT', reason: 'Sent' });
    await request.changeStatus({ ws, id, action: 'APPROVE' });
    expect(await statusOf(id)).toMatchObject({
      status: 'fulfilled',
      processing_details: expect.stringMatching(/^Done/),
      results_url: expect.stringContaining('#token='),
    });
    const closed = await call('DELETE', `data-rights-request/${id}`, { body: agent.sign({ reason: '' }) });
    expect(closed.statusCode).toBe(409);
    await request.changeStatus({ ws, id, action: 'REOPEN', reason: 'A mistake' });
    expect(await statusOf(id)).toMatchObject({ status: 'in_progress' });
    const { rights } = await request.get({ ws, id });
    const { requestTask } = await api();
    const task = { ws, requestId: id, rightId: rights[0]!.id, kind: 'OTHER', applicationId: null, title: 'Copy' };
    const { id: taskId } = await requestTask.add(task as never);
    await requestTask.refuse({ ws, id: taskId, groundCode: 'LAW_AND_HARM', reason: 'A court order' });
    await request.changeStatus({ ws, id, action: 'SUBMIT', reason: 'Sent' });
    await request.changeStatus({ ws, id, action: 'APPROVE' });
    expect(await statusOf(id)).toMatchObject({
      status: 'fulfilled',
      processing_details: expect.stringContaining('not all of the request'),
    });
  });
});

describe('callbacks to the agent', () => {
  const callback = () => ({ status_callback: receiver.url });
  const stateOf = async (id: string) =>
    (await (await api()).dataRightsProtocol.ofRequest({ ws: form.workspaceId, id }))?.callback;

  it('are sent at every visible change, and nothing twice', async () => {
    await trustAgent();
    const { request_id: id } = await accepted(callback());
    const { request } = await api();
    const ws = form.workspaceId;
    await request.changeStatus({ ws, id, action: 'EXTEND', days: 5, reason: 'Many records' });
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(receiver.received[0]).toMatchObject({
      type: 'application/json',
      body: { request_id: id, status: 'in_progress', processing_details: expect.stringContaining('extended') },
    });
    await expect.poll(() => stateOf(id)).toBe('REPORTED');
    // The agent does not learn who works on it.
    await request.changeStatus({ ws, id, action: 'ASSIGN', assigneeId: person.personnelId });
    await request.changeStatus({ ws, id, action: 'REJECT', groundCode: 'NO_DATA', reason: 'Nothing found' });
    await expect.poll(() => receiver.received.at(-1)?.body.status).toBe('denied');
    expect(receiver.received).toHaveLength(2);
    const direct = await call('GET', `data-rights-request/${id}`);
    expect(receiver.received[1]!.body).toEqual(direct.json());
  });

  it('bring the new link once staff have sent one: the former opens nothing any more', async () => {
    const { request_id: id, user_verification_url: former } = await accepted(callback());
    server.clock.set(minutes(1));
    await (await api()).requestIdentity.sendLinks({ ws: form.workspaceId, id });
    await expect.poll(() => receiver.received.length).toBe(1);
    const { user_verification_url: current } = receiver.received[0]!.body;
    expect(current).not.toBe(former);
    const mail = (await mailsOf(server, 'somying@test.example')).findLast(({ kind }) => kind === 'requestReceived');
    expect(current).toContain(tokenIn(mail));
  });

  it('are retried later without a response; a redirect is no response', async () => {
    const { request_id: id } = await accepted(callback());
    const schedule = () => callbackSchedule.run(server.deps, new AbortController().signal);
    receiver.answer(302, { location: 'http://127.0.0.1:1/' });
    await (await api()).request.changeStatus({ ws: form.workspaceId, id, action: 'VERIFY' });
    await expect.poll(() => stateOf(id)).toBe('FAILING');
    expect(receiver.received).toHaveLength(1);
    await schedule();
    expect(receiver.received).toHaveLength(1);
    server.clock.set(minutes(2));
    receiver.answer(200);
    // Its job may be at it, too: one of the two calls.
    await schedule();
    await expect.poll(() => receiver.received.length).toBe(2);
    await expect.poll(() => stateOf(id)).toBe('REPORTED');
    await schedule();
    expect(receiver.received).toHaveLength(2);
  });

  it('that were given up are stated as such until the request changes', async () => {
    const { request_id: id } = await accepted(callback());
    receiver.answer(500);
    const lastAttempt = { callbackAt: new Date(NOW), callbackTries: 13, reported: null };
    await server.owner.updateTable('agentRequests').set(lastAttempt).where('id', '=', id).execute();
    await callbackSchedule.run(server.deps, new AbortController().signal);
    expect(receiver.received).toHaveLength(1);
    expect(await stateOf(id)).toBe('GIVEN_UP');
    receiver.answer(200);
    await (await api()).request.changeStatus({ ws: form.workspaceId, id, action: 'VERIFY' });
    await expect.poll(() => stateOf(id)).toBe('REPORTED');
  });

  it('that a restored copy ends are not stated as sent', async () => {
    const { request_id: id } = await accepted(callback());
    const due = { callbackAt: new Date(NOW), reported: null };
    await server.owner.updateTable('agentRequests').set(due).where('id', '=', id).execute();
    const { stop } = server.deps.modules.outgoing.find(({ table }) => table === 'agent_requests')!;
    await sql.raw(stop).execute(server.owner);
    expect(await stateOf(id)).toBe('GIVEN_UP');
  });

  it('that failed are no longer outstanding once the agent has the current status anyway', async () => {
    const { request_id: id } = await accepted(callback());
    const failed = { callbackAt: new Date(NOW), failedAt: new Date(NOW) };
    await server.owner.updateTable('agentRequests').set(failed).where('id', '=', id).execute();
    expect(await stateOf(id)).toBe('FAILING');
    await callbackSchedule.run(server.deps, new AbortController().signal);
    expect(receiver.received).toEqual([]);
    expect(await stateOf(id)).toBe('REPORTED');
  });

  it('are sent although one before them cannot be read', async () => {
    const ids = [(await accepted(callback())).request_id, (await accepted(callback())).request_id];
    for (const [place, id] of ids.entries())
      await server.owner
        .updateTable('agentRequests')
        .set({
          callbackAt: new Date(Date.parse(NOW) - 60_000 + place),
          reported: null,
          ...(place === 0 && { facts: Buffer.from('damaged') }),
        })
        .where('id', '=', id)
        .execute();
    expect(await callbackSchedule.run(server.deps, new AbortController().signal)).toBe(1);
    expect(receiver.received.map(({ body }) => body.request_id)).toEqual([ids[1]]);
  });

  it('are not sent while the workspace is closed: then no call is answered either', async () => {
    const { request_id: id } = await accepted(callback());
    const close = (closedAt: Date | null) =>
      server.owner.updateTable('workspaces').set({ closedAt }).where('id', '=', form.workspaceId).execute();
    const schedule = () => callbackSchedule.run(server.deps, new AbortController().signal);
    await close(new Date(NOW));
    await server.owner
      .updateTable('agentRequests')
      .set({ callbackAt: new Date(NOW), reported: null })
      .where('id', '=', id)
      .execute();
    await schedule();
    expect(receiver.received).toEqual([]);
    expect((await exercise()).statusCode).toBe(409);
    await close(null);
    await schedule();
    expect(receiver.received.map(({ body }) => body.request_id)).toEqual([id]);
  });

  it('are not sent while the installation is a silent copy, and go out once it takes over', async () => {
    const { request_id: id } = await accepted(callback());
    await server.owner
      .updateTable('installation')
      .set({ silentSince: new Date(NOW) })
      .execute();
    onTestFinished(async () => void (await takeOver(server.deps.authDb)));
    const due = { callbackAt: new Date(NOW), reported: null };
    await server.owner.updateTable('agentRequests').set(due).where('id', '=', id).execute();
    const schedule = () => callbackSchedule.run(server.deps, new AbortController().signal);
    await schedule();
    expect(receiver.received).toEqual([]);
    await takeOver(server.deps.authDb);
    await schedule();
    expect(receiver.received.map(({ body }) => body.request_id)).toEqual([id]);
  });

  it('never go to a non-public address', async () => {
    for (const address of ['ftp://agent.example/x', 'javascript:alert(1)', 'https://a:b@agent.example/', 'nowhere'])
      expect((await exercise({ status_callback: address })).statusCode).toBe(400);
    expect(await countRequests()).toBe(0);
  });
});

describe('retention', () => {
  it('what an agent submitted is found for its person, and deleted when the request is anonymised', async () => {
    const { request_id: id } = await accepted({ email: 'found@test.example', phone_number: '' });
    const ws = form.workspaceId;
    const key = await server.deps.keyring.workspaceKey(server.owner, ws);
    const found = (email: string, requestId: string = randomUUID()) =>
      transact(server.deps, { workspaceId: ws }, (trx) =>
        agentClaims.find(
          trx,
          { workspaceId: ws, key, locale: 'en', now: server.deps.now(), signal: new AbortController().signal },
          { uid: '', email, requestId },
        ),
      );
    const everything = { rights: ['access'], relationships: ['customer'], address: '1 Rama IV, Bangkok' };
    // Of a request that nobody has confirmed, what the agent states of its person is not given to anybody.
    const stated = await found('found@test.example');
    expect(stated).toMatchObject({ by: ['email'], records: [{ rights: ['access'] }] });
    for (const field of ['relationships', 'address', 'telephone', 'powerOfAttorney'])
      expect(stated.records[0]).not.toHaveProperty(field);
    expect((await found('other@test.example')).records).toEqual([]);
    expect((await found('found@test.example', id)).records).toEqual([]);
    await (await api()).request.changeStatus({ ws, id, action: 'VERIFY' });
    const { rowVersion } = await requestOf(id);
    await (await api()).request.confirmKey({ ws, id, rowVersion, key: 'email', reason: 'Called back' });
    expect(await found('found@test.example')).toMatchObject({ records: [everything] });
    await (await api()).request.changeStatus({ ws, id, action: 'REJECT', groundCode: 'NO_DATA', reason: 'None' });
    server.clock.set('2037-01-02T10:00:00+07:00');
    await requestRetention.apply(server.deps, new AbortController().signal);
    server.clock.set(NOW);
    const rows = await server.owner.selectFrom('agentRequests').select('id').where('id', '=', id).execute();
    expect(rows).toEqual([]);
    expect((await requestOf(id)).anonymisedAt).not.toBeNull();
  });

  it('refused calls are recorded once, and the address has to wait', async () => {
    const ip = '198.51.100.7';
    for (let round = 0; round < 21; round += 1)
      expect((await call('GET', 'agent/PERMISSION_SLIP', { bearer: 'x'.repeat(43), ip })).statusCode).toBe(401);
    expect((await call('GET', 'agent/PERMISSION_SLIP', { ip })).statusCode).toBe(429);
    expect((await call('GET', 'agent/PERMISSION_SLIP')).statusCode).toBe(200);
    const logs = await server.owner
      .selectFrom('activityLogs')
      .select('event')
      .where('workspaceId', '=', form.workspaceId)
      .where('event', '=', 'authorisedAgent.refused')
      .execute();
    expect(logs).toHaveLength(1);
    // Another workspace of this address is not concerned.
    const elsewhere = await buildRequestForm(server, await buildPerson(server, { role: 'DPO' }), {
      settings: { drpEnabled: true },
    });
    expect((await call('GET', 'agent/PERMISSION_SLIP', { of: elsewhere, ip })).statusCode).toBe(401);
  });

  it('calls of an agent for a request that it no longer has are no false identity', async () => {
    const ip = '198.51.100.8';
    const { request_id: id } = await accepted();
    await server.owner.deleteFrom('agentRequests').where('id', '=', id).execute();
    for (let round = 0; round < 22; round += 1)
      expect((await call('GET', `data-rights-request/${id}`, { ip })).statusCode).toBe(403);
    expect((await call('GET', 'agent/PERMISSION_SLIP', { ip })).statusCode).toBe(200);
  });

  it('are limited for each agent by what it has signed: strangers and other agents use up nothing', async () => {
    const other = buildAgent('OTHER_AGENT');
    await addAgent(other);
    const { token: bearer } = (await setUp(envelope({ 'agent-id': other.agentId }), other)).json<{ token: string }>();
    const limits = () =>
      server.owner
        .selectFrom('throttles')
        .select('key')
        .where('key', 'like', 'dataRightsProtocol.%')
        .where('key', 'not like', 'dataRightsProtocol.refused%')
        .where('hits', '>', 0);
    await server.owner.deleteFrom('throttles').execute();
    for (let turn = 0; turn < 5; turn += 1)
      await call('POST', 'data-rights-request', { body: 'x', bearer: 'x'.repeat(43) });
    expect(await limits().execute()).toEqual([]);
    await accepted();
    await server.owner.updateTable('throttles').set({ hits: 1000 }).where('key', 'in', limits()).execute();
    expect((await exercise()).statusCode).toBe(429);
    const body = other.sign(wish({ 'agent-id': other.agentId }));
    const answer = await call('POST', 'data-rights-request', { body, bearer });
    expect(answer.statusCode, answer.body).toBe(200);
  });

  it('messages are deleted a day after their time, and no earlier', async () => {
    await server.owner.deleteFrom('agentMessages').execute();
    server.clock.run();
    const [now, day] = [Date.now(), 86_400_000];
    for (const [place, expiresAt] of [now - 2 * day, now - day / 2].entries())
      await server.owner
        .insertInto('agentMessages')
        .values({
          workspaceId: form.workspaceId,
          id: randomUUID(),
          hash: Buffer.alloc(32, place),
          expiresAt: new Date(expiresAt),
        })
        .execute();
    expect(await messageSweep.run(server.deps, new AbortController().signal)).toBe(1);
  });

  it('requests of an agent remain, and the agent is deactivated instead of deleted', async () => {
    const { dataRightsProtocol } = await api();
    await accepted();
    const ws = form.workspaceId;
    await expect(dataRightsProtocol.remove({ ws, id: agentRow })).rejects.toThrow();
    const spare = await addAgent(buildAgent('SPARE'));
    expect(await dataRightsProtocol.remove({ ws, id: spare.id })).toEqual({ id: spare.id });
    await expect(addAgent(buildAgent('PERMISSION_SLIP'))).rejects.toThrow();
  });
});
