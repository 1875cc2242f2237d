import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../server/platform/config.ts';
import { startServer } from '../../server/main.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(path.join(tmpdir(), 'pokpong-roles-'));
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('a server whose connections lose their database role', () => {
  const config = () => loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: '0', DATA_DIR: dataDir });

  it('does not start, and reports which role is missing', async () => {
    // Options in the address replace ours, like a pooler that drops them.
    const url = new URL(database.url);
    url.searchParams.set('options', '-c geqo=on');
    await expect(startServer(config(), { databaseUrl: url.href })).rejects.toThrow(/must act as pokpong_app/);
  });

  it('starts if they preserve it', async () => {
    const server = await startServer(config(), { databaseUrl: database.url });
    expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
    await server.close();
  });
});
