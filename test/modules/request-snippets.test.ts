import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestForm } from '../../shared/requestForm/schema.ts';
import {
  attachSnippet,
  formCurl,
  nodeTokenSnippet,
  sdkUseSnippet,
  type SnippetFacts,
  submitCurl,
} from '../../shared/requestForm/snippets.ts';
import { ERROR_STATUS } from '../../shared/errors.ts';
import enGuide from '../../shared/locales/en/requestGuide.ts';
import thGuide from '../../shared/locales/th/requestGuide.ts';
import errors from '../../shared/requestSubmission/errors.ts';
import { SDK_PLATFORMS } from '../../shared/sdk.ts';
import { buildPerson, buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { buildConsentPurposes } from '../helpers/consents.ts';

let server: TestServer;
let publicUrl: string;
let dpo: Person;
let folder: string;
beforeAll(async () => {
  server = await buildServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  publicUrl = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  dpo = await buildPerson(server, { role: 'DPO' });
  folder = mkdtempSync(join(tmpdir(), 'pokpong-request-snippets-'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const forms = async () => (await callerFor(server, dpo)).requestForm;

/** A published form whose first right has one option. */
async function buildPublished(): Promise<RequestForm> {
  const { applicationId } = await buildConsentPurposes(server, dpo);
  const ws = dpo.workspaceId;
  const { id, rowVersion, name, description, draft } = await (await forms()).create({ ws, name: 'แบบ', applicationId });
  const [first, ...others] = draft.rightRequests;
  const option = { th: 'ข้อมูลสมาชิก', en: 'Membership' };
  const rightRequests = [{ ...first!, customRequests: [option] }, ...others];
  const saved = await (await forms()).update({ ws, id, rowVersion, name, description, ...draft, rightRequests });
  return (await forms()).publish({ ws, id, rowVersion: saved.rowVersion });
}

const factsOf = ({ id, draft, publishedVersion }: RequestForm, acceptsTokens = false): SnippetFacts => ({
  publicUrl,
  ws: dpo.workspaceId,
  formId: id,
  version: publishedVersion,
  rightId: draft.rightRequests[0]!.rightRequestId,
  optionCount: 1,
  acceptsTokens,
});

/** The output of a program; fails if it does. */
const printed = (program: string, args: string[], env: Record<string, string> = {}) =>
  new Promise<string>((resolve, reject) => {
    execFile(program, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout),
    );
  });
/** The sample with a unique key, as for every request. */
const submitOf = (facts: SnippetFacts, key: string) => submitCurl(facts).replace('counter-2026-000123', key);
/** Runs a sample in a shell exactly as it is copied. */
const shell = async (code: string, env?: Record<string, string>) =>
  JSON.parse(await printed('sh', ['-c', code], env)) as Record<string, unknown>;

describe('the samples of the API page of a request form, executed in a shell', () => {
  it('get the form in force and send a request once, however often', async () => {
    const form = await buildPublished();
    const facts = factsOf(form);
    expect(await shell(formCurl(facts))).toMatchObject({
      dsrmFormId: form.id,
      version: 1,
      title: form.draft.title,
      rights: form.draft.rightRequests.map(({ rightRequestId }) => ({ rightRequestId })),
    });
    const received = await shell(submitCurl(facts));
    expect(received).toMatchObject({
      requestId: expect.stringMatching(/^DSR-\d+$/),
      verified: false,
      rights: [{ rightRequestId: facts.rightId }],
    });
    expect((await shell(submitCurl(facts))).uuid).toBe(received.uuid);
    const rows = await server.owner
      .selectFrom('requests')
      .select(['id', 'channel', 'language'])
      .where('requestFormId', '=', form.id)
      .execute();
    expect(rows).toEqual([{ id: received.uuid, channel: 'API', language: 'th' }]);
  });

  it('upload a file first, which the request then names', async () => {
    const form = await buildPublished();
    const facts = factsOf(form);
    const script = join(folder, 'attach.mjs');
    writeFileSync(script, attachSnippet(facts));
    // In two parts.
    const path = join(folder, 'evidence.txt');
    writeFileSync(path, 'หลักฐาน evidence\n'.repeat(15_000));
    const named = JSON.parse(await printed(process.execPath, [script, path])) as Record<string, string>;
    expect(Object.keys(named)).toEqual(['requestedAttachment', 'uploadToken']);
    const code = submitOf(facts, 'attached-2026-0001').replace(
      '"collectionChannel"',
      `"requestedAttachment": "${named.requestedAttachment}", "uploadToken": "${named.uploadToken}", "collectionChannel"`,
    );
    const { uuid } = await shell(code);
    const files = await server.owner.selectFrom('files').select('id').where('ownerId', '=', String(uuid)).execute();
    expect(files).toHaveLength(1);
  });

  it('send a token that the sample for Node generates with the secret of the form', async () => {
    const form = await buildPublished();
    const ws = dpo.workspaceId;
    const { secret, rowVersion } = await (await forms()).makeSecret({ ws, id: form.id, rowVersion: form.rowVersion });
    await (await forms()).updateSettings({ ws, id: form.id, rowVersion, ...form.settings, jwtEnabled: true });
    const facts = factsOf(form, true);
    const script = join(folder, 'token.mjs');
    writeFileSync(script, nodeTokenSnippet(facts));
    const token = async (uid?: string) =>
      (await printed(process.execPath, [script, ...(uid ? [uid] : [])], { DSRM_SECRET: secret })).trim();
    expect(await shell(submitOf(facts, 'token-2026-0001'), { TOKEN: await token('somebody-else') })).toMatchObject({
      code: 'requestSubmission.tokenSubject',
    });
    expect(await shell(submitOf(facts, 'token-2026-0002'), { TOKEN: await token() })).toMatchObject({ verified: true });
    // Without one the same sample works: the data subject is asked to confirm.
    const other = await buildPublished();
    expect(await shell(submitOf(factsOf(other, true), 'token-2026-0003'), { TOKEN: '' })).toMatchObject({
      verified: false,
    });
  });
});

it.each(SDK_PLATFORMS)('the sample for %s reports that the form could not be read', async (platform) => {
  const code = sdkUseSnippet(platform, factsOf(await buildPublished()));
  const places = [/try|do \{/, /requests\.form\(\)/, /catch|on RequestFailure/, /showProblem\(/];
  const found = places.map((place) => code.search(place));
  expect(found).not.toContain(-1);
  expect(found).toEqual(found.toSorted((one, other) => one - other));
  // A dialog over an activity that has ended is an error.
  if (platform === 'android') expect(code).toMatch(/!isFinishing\) \{[^}]*RequestDialog/);
});

it('the guide names every refusal that the caller can act upon, with its status', () => {
  for (const { answer } of [thGuide, enGuide]) {
    const named = Object.values(answer).map(({ code }) => code);
    for (const code of [
      'requestSubmission.channel',
      'requestSubmission.inactive',
      'requestSubmission.versionOutdated',
      'requestSubmission.idempotencyKey',
      'requestSubmission.workNeeded',
    ] as const)
      expect(named).toContain(`${ERROR_STATUS[errors[code].status]} ${code}`);
  }
});

it('every sample names the form and nothing that does not exist', async () => {
  const form = await buildPublished();
  for (const platform of SDK_PLATFORMS) {
    for (const acceptsTokens of [true, false]) {
      const code = sdkUseSnippet(platform, factsOf(form, acceptsTokens));
      for (const id of [publicUrl, dpo.workspaceId, form.id]) expect(code).toContain(id);
      expect(code).not.toMatch(/undefined|\$\{/);
      expect(code.includes('oken')).toBe(acceptsTokens);
    }
  }
});
