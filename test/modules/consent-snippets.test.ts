import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONSENT_LEVELS, type ConsentLevel } from '../../shared/consent/settings.ts';
import {
  formCurl,
  nodeTokenSnippet,
  sdkUseSnippet,
  type SnippetFacts,
  statusCurl,
  submitCurl,
  withdrawCurl,
} from '../../shared/consent/snippets.ts';
import { ERROR_STATUS } from '../../shared/errors.ts';
import enGuide from '../../shared/locales/en/consentGuide.ts';
import thGuide from '../../shared/locales/th/consentGuide.ts';
import errors from '../../shared/consent/errors.ts';
import { SDK_PLATFORMS } from '../../shared/sdk.ts';
import { buildPerson, buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { type BuiltForm, buildConsentForm } from '../helpers/consents.ts';

let server: TestServer;
let publicUrl: string;
let dpo: Person;
let folder: string;
beforeAll(async () => {
  server = await buildServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  publicUrl = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  dpo = await buildPerson(server, { role: 'DPO' });
  folder = mkdtempSync(join(tmpdir(), 'pokpong-snippets-'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const factsOf = (form: BuiltForm, level: ConsentLevel = 'open'): SnippetFacts => ({
  publicUrl,
  ws: form.workspaceId,
  consentId: form.id,
  applicationId: form.applicationId,
  version: 1,
  purposeIds: form.purposeIds,
  level,
});

/** The output of a program; fails if it does. */
const printed = (program: string, args: string[], env: Record<string, string> = {}) =>
  new Promise<string>((resolve, reject) => {
    execFile(program, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout),
    );
  });
/** Runs a sample in a shell exactly as it is copied. */
const shell = async (code: string, env?: Record<string, string>) =>
  JSON.parse(await printed('sh', ['-c', code], env)) as Record<string, unknown>;

describe('the samples of the API page, executed in a shell', () => {
  it('get the form, record a choice once, read it, and withdraw it', async () => {
    const form = await buildConsentForm(server, dpo, { purposes: 2 });
    const facts = factsOf(form);
    expect(await shell(formCurl(facts))).toMatchObject({
      consentUUID: form.id,
      applicationUUID: form.applicationId,
      version: 1,
      purposes: form.purposeIds.map((uuid) => ({ uuid })),
    });
    const received = await shell(submitCurl(facts));
    expect(received).toMatchObject({
      consentUUID: form.id,
      consentVersion: 1,
      action: 'ACCEPT',
      purposeUUIDs: [form.purposeIds[0]],
      sha256: form.sha256,
    });
    expect((await shell(submitCurl(facts))).id).toBe(received.id);
    expect(await shell(statusCurl(facts))).toMatchObject({
      action: 'ACCEPT',
      purposeUUIDs: [form.purposeIds[0]],
      askAgain: false,
    });
    expect(await shell(withdrawCurl(facts))).toMatchObject({ action: 'NONE', purposeUUIDs: [] });
    expect(await shell(statusCurl(facts))).toMatchObject({ action: 'NONE', purposeUUIDs: [] });
    const rows = await server.owner
      .selectFrom('userConsents')
      .select(['channel', 'language'])
      .where('consentId', '=', form.id)
      .execute();
    expect(rows).toEqual([
      { channel: 'Custom API', language: 'th' },
      { channel: 'Custom API', language: 'th' },
    ]);
  });

  it('send the handle that the first response contained, without which the uid returns nothing', async () => {
    const form = await buildConsentForm(server, dpo, { purposes: 2, settings: { level: 'browser' } });
    const facts = factsOf(form, 'browser');
    const { handle, knownBy } = await shell(submitCurl(facts));
    expect([typeof handle, knownBy]).toEqual(['string', 'browser']);
    const HANDLE = String(handle);
    expect(await shell(statusCurl(facts), { HANDLE })).toMatchObject({ action: 'ACCEPT', knownBy: 'browser' });
    expect(await shell(statusCurl(facts))).toMatchObject({ action: 'NO_ANSWER', knownBy: null });
    // Sent again for lack of an answer, it gets the handle again: the key of the sample cannot be guessed.
    const { handle: repeated } = await shell(submitCurl(facts));
    expect(await shell(statusCurl(facts), { HANDLE: String(repeated) })).toMatchObject({ knownBy: 'browser' });
    expect(await shell(withdrawCurl(facts), { HANDLE })).toMatchObject({ action: 'NONE' });
    expect(await shell(statusCurl(facts), { HANDLE })).toMatchObject({ action: 'NONE', purposeUUIDs: [] });
  });

  it('send a token that the sample for Node generates with the secret of the form', async () => {
    const form = await buildConsentForm(server, dpo, { purposes: 2 });
    const { consent } = await callerFor(server, dpo);
    const { secret, rowVersion } = await consent.makeSecret({ ws: form.workspaceId, id: form.id, rowVersion: 1 });
    await consent.settings.update({ ws: form.workspaceId, id: form.id, rowVersion, jwtRequired: true });
    const facts = factsOf(form, 'token');
    const script = join(folder, 'token.mjs');
    writeFileSync(script, nodeTokenSnippet(facts));
    const token = async (uid?: string) =>
      (await printed(process.execPath, [script, ...(uid ? [uid] : [])], { CONSENT_SECRET: secret })).trim();
    expect(await shell(submitCurl(facts), { TOKEN: await token() })).toMatchObject({ action: 'ACCEPT' });
    expect(await shell(statusCurl(facts), { TOKEN: await token() })).toMatchObject({ action: 'ACCEPT' });
    expect(await shell(withdrawCurl(facts), { TOKEN: await token() })).toMatchObject({ action: 'NONE' });
    expect(await shell(statusCurl(facts), { TOKEN: await token('somebody-else') })).toMatchObject({
      code: 'consent.tokenSubject',
    });
    expect(await shell(statusCurl(facts), { TOKEN: '' })).toMatchObject({ code: 'consent.tokenMissing' });
    expect(await shell(statusCurl(factsOf(form)))).toMatchObject({ code: 'consent.tokenMissing' });
  });
});

it.each(SDK_PLATFORMS)(
  'the sample for %s applies what was chosen elsewhere before it asks, and a failure allows nothing',
  async (platform) => {
    const form = await buildConsentForm(server, dpo, { purposes: 1 });
    const code = sdkUseSnippet(platform, factsOf(form));
    const places = [
      /try|do \{/,
      /consent\.form\(\)/,
      /allow\(status\.purposes\)/,
      /status\.mustAsk/,
      /catch|on ConsentFailure/,
    ];
    const found = places.map((place) => code.search(place));
    expect(found).not.toContain(-1);
    expect(found).toEqual(found.toSorted((one, other) => one - other));
    expect(code.slice(found.at(-1))).toMatch(/allow\((emptySet\(\)|\[\]|\{\})\)/);
    // A dialog over an activity that has ended is an error.
    if (platform === 'android') expect(code).toMatch(/!isFinishing\) \{\s+ConsentDialog/);
  },
);

it('the guide names every refusal that the caller can act upon, with its status', () => {
  for (const { answer } of [thGuide, enGuide]) {
    const named = Object.values(answer).map(({ code }) => code);
    for (const code of [
      'consent.channel',
      'consent.inactive',
      'consent.notInForce',
      'consent.versionOutdated',
      'consent.idempotencyKey',
    ] as const)
      expect(named).toContain(`${ERROR_STATUS[errors[code].status]} ${code}`);
  }
});

it('every sample names the form and nothing that does not exist', async () => {
  const form = await buildConsentForm(server, dpo, { purposes: 1 });
  for (const platform of SDK_PLATFORMS) {
    for (const level of CONSENT_LEVELS) {
      const code = sdkUseSnippet(platform, factsOf(form, level));
      for (const id of [publicUrl, form.workspaceId, form.applicationId, form.id, form.purposeIds[0]!])
        expect(code).toContain(id);
      expect(code).not.toMatch(/undefined|null|\$\{/);
      expect(code.includes('oken')).toBe(level === 'token');
    }
  }
});
