import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPerson, buildServer, callerFor, type TestServer } from '../factories.ts';
import { buildAgent, type TestAgent } from '../helpers/agents.ts';
import { type BuiltRequestForm, buildRequestForm } from '../helpers/requestForms.ts';
import { sized } from '../size.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 2093815072);
const RUNS = sized(150, 3000);

let server: TestServer;
let form: BuiltRequestForm;
let agent: TestAgent;
let token: string;
beforeAll(async () => {
  server = await buildServer();
  const person = await buildPerson(server, { role: 'DPO' });
  form = await buildRequestForm(server, person, { settings: { drpEnabled: true } });
  agent = buildAgent('FUZZ');
  const { dataRightsProtocol } = await callerFor(server, person);
  const ws = form.workspaceId;
  await dataRightsProtocol.settings.update({ ws, businessId: 'FUZZED', rowVersion: 0 });
  const { agentId, verifyKey } = agent;
  await dataRightsProtocol.create({ ws, name: 'Fuzz', agentId, verifyKey });
  token = JSON.parse((await post('agent/FUZZ', agent.sign(envelope()))).body).token as string;
});
afterAll(() => server.close());

let calls = 0;
const post = (path: string, payload: string | Buffer, bearer = '') => {
  calls += 1;
  return server.app.inject({
    method: 'POST',
    url: `/drp/${form.workspaceId}/${form.id}/v1/${path}`,
    headers: { 'content-type': 'text/plain', authorization: `Bearer ${bearer}` },
    payload,
    remoteAddress: `10.7.${calls >> 8}.${calls & 255}`,
  });
};
const envelope = () => ({
  'agent-id': 'FUZZ',
  'business-id': 'FUZZED',
  'issued-at': new Date(Date.now() - 60_000).toISOString(),
  'expires-at': new Date(Date.now() + 600_000).toISOString(),
  'drp.version': '1.0',
});
const wish = () => ({
  ...envelope(),
  'agent-request-id': 'one',
  exercise: 'access',
  regime: 'ccpa',
  relationships: ['customer'],
  status_callback: 'https://agent.example/status',
  name: 'Somying Rakthai',
  given_name: '',
  email: 'somying@test.example',
  email_verified: true,
  phone_number: '+66812345678',
  address: { formatted: '1 Rama IV' },
  power_of_attorney: '',
});

/** Fails on anything but a response in the terms of the protocol. */
function expectOurs({ statusCode, body }: { statusCode: number; body: string }): void {
  expect(statusCode, body).toBeLessThan(500);
  if (statusCode === 200) return;
  expect(JSON.parse(body)).toMatchObject({ code: String(statusCode), message: expect.any(String) });
  expect(body).not.toMatch(/node_modules|at Object\.|select .* from|violates|ZodError/i);
}

const FIELDS = Object.keys(wish());
const HOSTILE: unknown[] = [
  '',
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  'ก'.repeat(3000),
  '=cmd()',
  'http://[::1',
  '9999-12-31T23:59:59Z',
  null,
  true,
  -1,
  1e308,
  [],
  {},
  [null],
  [[]],
  { formatted: '\u0000' },
  { formatted: 'x'.repeat(3000) },
];
const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 2 }),
);
const damaged = fc.tuple(fc.constantFrom(...FIELDS), hostile, fc.boolean()).map(([field, value, leaves]) => {
  const { [field]: _removed, ...others } = wish() as Record<string, unknown>;
  return JSON.stringify(leaves ? others : { ...others, [field]: value });
});

it('signed messages with arbitrary content get a response', async () => {
  const texts = fc.oneof({ weight: 4, arbitrary: damaged }, fc.json(), fc.string({ maxLength: 200 }));
  await fc.assert(
    fc.asyncProperty(texts, async (text) => expectOurs(await post('data-rights-request', agent.sign(text), token))),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  );
});

it('bytes that are not a message get a response', async () => {
  const bytes = fc.oneof(
    fc.base64String({ maxLength: 300 }),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom('=', '====', 'AAAA', agent.sign('{}').slice(1), `${agent.sign(wish())}\u0000`),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (body) => expectOurs(await post('data-rights-request', body, token))),
    { seed: SEED, numRuns: Math.ceil(RUNS / 3), endOnFailure: true },
  );
});

it('afterwards a valid message is accepted', async () => {
  const answer = await post('data-rights-request', agent.sign({ ...wish(), 'agent-request-id': 'last' }), token);
  expect([answer.statusCode, answer.json().status]).toEqual([200, 'in_progress']);
});
