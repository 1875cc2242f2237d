import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SERVER_PATHS } from '../../scripts/serverPaths.ts';

it('npm run dev hands every path of the API to the server', () => {
  const { paths } = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, object> }> }>>;
  };
  const missed = Object.keys(paths).filter((path) => !new RegExp(SERVER_PATHS).test(path.replace(/[{][^}]+[}]/g, 'x')));
  expect(missed).toEqual([]);
  // Pages of the client are its own.
  for (const page of ['/', '/admins', '/consent', '/en/apiary', '/notice']) expect(page).not.toMatch(SERVER_PATHS);
});

it('the API document describes what proxies and checks of receipts read', () => {
  const { paths } = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')) as {
    paths: Record<string, { get: { responses: Record<string, { content: Record<string, { schema?: object }> }> } }>;
  };
  for (const path of ['/.well-known/jwks.json', '/healthz', '/readyz'])
    for (const [status, { content }] of Object.entries(paths[path]!.get.responses))
      for (const { schema } of Object.values(content)) expect(schema, `${path} ${status}`).toBeDefined();
  expect(Object.keys(paths['/readyz']!.get.responses)).toContain('503');
});
