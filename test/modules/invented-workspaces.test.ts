import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPerson, buildServer, type TestServer } from '../factories.ts';
import { type BuiltForm, buildConsentForm } from '../helpers/consents.ts';
import { type BuiltRequestForm, buildRequestForm } from '../helpers/requestForms.ts';

const LIMIT = 5;
let server: TestServer;
let consent: BuiltForm;
let request: BuiltRequestForm;
beforeAll(async () => {
  server = await buildServer({ CONSENT_RATE_PER_MINUTE: String(LIMIT), REQUEST_RATE_PER_MINUTE: String(LIMIT) });
  const person = await buildPerson(server, { role: 'Admin' });
  consent = await buildConsentForm(server, person);
  request = await buildRequestForm(server, person);
});
afterAll(() => server.close());

/** Another id of a workspace that ends as this one does, and does not exist. */
const inventedBeside = (workspaceId: string): string => randomUUID().slice(0, -1) + workspaceId.at(-1);
/** A body that is refused as soon as it is read, after the call was counted. */
const post = async (url: string, remoteAddress: string) =>
  (
    await server.app.inject({
      method: 'POST',
      url,
      remoteAddress,
      headers: { 'content-type': 'application/json' },
      payload: '{',
    })
  ).statusCode;

const CHANNELS = {
  consents: {
    max: 10 * LIMIT,
    url: (ws: string) => `/api/v1/${ws}/user-consents`,
    form: () => `/api/v1/${consent.workspaceId}/consent-versions/application/${consent.applicationId}`,
  },
  requests: {
    max: LIMIT,
    url: (ws: string) => `/api/v1/${ws}/dsrm-request`,
    form: () => `/api/v1/${request.workspaceId}/dsrm-request-form-versions/${request.id}/latest`,
  },
};
it.each(['consents', 'requests'] as const)(
  'who invents workspaces to send %s to is refused, and not for those that exist',
  async (channel) => {
    const { max, url, form } = CHANNELS[channel];
    const [known, address] = [consent.workspaceId, '203.0.113.1'];
    expect((await server.app.inject({ url: form(), remoteAddress: '198.51.100.1' })).statusCode).toBe(200);
    for (let call = 0; call < max; call += 1) expect(await post(url(inventedBeside(known)), address)).toBe(400);
    expect(await post(url(inventedBeside(known)), address)).toBe(429);
    expect(await post(url(known), address)).toBe(400);
    expect(await post(url(inventedBeside(known)), '203.0.113.2')).toBe(400);
  },
);

it('who invents workspaces to ask for uploads in is refused', async () => {
  const ask = async () =>
    (
      await server.app.inject({
        url: `/api/v1/${inventedBeside(request.workspaceId)}/dsrm-request-uploads/${randomUUID()}`,
        remoteAddress: '203.0.113.3',
      })
    ).statusCode;
  for (let call = 0; call < 600; call += 1) expect(await ask()).toBe(404);
  expect(await ask()).toBe(429);
});
