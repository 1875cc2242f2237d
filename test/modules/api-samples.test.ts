import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type ApiDocument, sampleCalls } from '../../scripts/sampleCalls.ts';
import { SAMPLE_CALL_NAMES, type SampleCall } from '../../shared/apiKey/sampleCalls.ts';
import { SAMPLE_LANGUAGES, sampleCode, type SampleLanguage, scopeOfSample } from '../../shared/apiKey/samples.ts';
import { buildPerson, buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { findPhp } from '../php.ts';

let server: TestServer;
let publicUrl: string;
let admin: Person;
let folder: string;
beforeAll(async () => {
  server = await buildServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  publicUrl = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  admin = await buildPerson(server);
  folder = mkdtempSync(join(tmpdir(), 'pokpong-samples-'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const keyFor = async (...calls: SampleCall[]) =>
  (
    await (
      await callerFor(server, admin)
    ).apiKey.create({
      ws: admin.workspaceId,
      name: 'CRM',
      scopes: calls.map(scopeOfSample),
      lifetime: '30',
    })
  ).key;

/** The program that runs a sample of each language, its name and the file of the sample. */
const PROGRAMS: Record<SampleLanguage, readonly [string, string]> = {
  curl: ['sh', 'sample.sh'],
  javascript: [process.execPath, 'sample.mjs'],
  python: ['python3', 'sample.py'],
  php: ['php', 'sample.php'],
};
/** Languages available on this machine; developers' machines may lack some, which are reported as skipped. */
const RUNNABLE = SAMPLE_LANGUAGES.filter((language) => {
  if (language === 'php') return findPhp();
  const program = language === 'curl' ? 'curl' : PROGRAMS[language][0];
  return spawnSync(program, ['--version']).status === 0;
});

/** Runs a sample unmodified. */
async function run(language: SampleLanguage, call: SampleCall, key: string) {
  const [program, name] = PROGRAMS[language];
  const file = join(folder, name);
  writeFileSync(file, sampleCode(language, call, { publicUrl, ws: admin.workspaceId }));
  return new Promise<{ failed: boolean; printed: string; complaint: string }>((resolve) => {
    execFile(program, [file], { env: { ...process.env, POKPONG_KEY: key } }, (error, printed, complaint) =>
      resolve({ failed: error !== null, printed, complaint }),
    );
  });
}

it('JavaScript and curl samples are executed here', () => {
  expect(RUNNABLE).toEqual(expect.arrayContaining(['curl', 'javascript']));
});

describe.each(SAMPLE_LANGUAGES)('samples in %s', (language) => {
  const it = test.skipIf(!RUNNABLE.includes(language));

  it.each(SAMPLE_CALL_NAMES)('call %s with only the scope they name', async (call) => {
    const { failed, printed, complaint } = await run(language, call, await keyFor(call));
    expect({ failed, complaint }).toEqual({ failed: false, complaint: '' });
    const answer = JSON.parse(printed);
    if (call.endsWith('.list')) expect(answer).toMatchObject({ collection: expect.any(Array) });
    if (call === 'purpose.create') {
      const { purpose } = await callerFor(server, admin);
      const created = await purpose.get({ ws: admin.workspaceId, id: answer.id });
      expect(JSON.stringify(created)).toContain('ส่งข่าวสารทางอีเมล');
    }
    if (call === 'crypto.encrypt') expect(JSON.stringify(answer)).not.toContain('0812345678');
  });

  it('fail with the code of a refusal', async () => {
    const { failed, printed, complaint } = await run(language, 'incident.list', await keyFor('application.list'));
    expect(failed).toBe(true);
    expect(printed + complaint).toContain('forbidden.scope');
  });
});

describe('the data of samples', () => {
  const document = (required: string[]): ApiDocument => {
    const list = { description: 'Permission `ropa.read`: Admin.' };
    const bodies: Partial<Record<SampleCall, ReturnType<typeof body>>> = {
      'purpose.create': body(required, 'title'),
      'crypto.encrypt': body([], 'workspace', 'data'),
    };
    const paths = SAMPLE_CALL_NAMES.map((operationId) => {
      const requestBody = bodies[operationId];
      return [`/${operationId}`, { post: { ...list, operationId, ...(requestBody && { requestBody }) } }] as const;
    });
    return { paths: Object.fromEntries(paths), components: { schemas: {} } };
  };
  const body = (required: string[], ...fields: string[]) => ({
    content: {
      'application/json': { schema: { required, properties: Object.fromEntries(fields.map((name) => [name, {}])) } },
    },
  });

  it('comes from the OpenAPI document, which must contain the call and the fields that are sent', () => {
    expect(JSON.parse(sampleCalls(document(['title'])))).toMatchObject({
      'purpose.create': { method: 'POST', path: '/purpose.create', scope: 'ropa.read' },
    });
    expect(() => sampleCalls(document(['title', 'lawfulBases']))).toThrow('lawfulBases');
    expect(() => sampleCalls({ paths: {}, components: { schemas: {} } })).toThrow('application.list');
  });
});
