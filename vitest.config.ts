import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from './test/helpers/until.ts';
import { LongestFirst } from './test/sequence.ts';

/** Ends what hangs. How long work takes is measured by `npm run bench`, not by tests. */
const TEST_TIMEOUT_MS = 10 * 60_000;

const shared = {
  environment: 'node',
  env: { NODE_ENV: 'test', TZ: 'UTC', LOG_LEVEL: 'silent' },
  // What is waited for comes when the machine gets to it.
  expect: { poll: { timeout: PATIENCE_MS } },
} as const;

/**
 * For tests of the server: Node loads TypeScript itself, with the compiled code that all processes of a run share
 * (test/setup-global.ts). Only client code has to be transformed.
 */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } } as const;
// Inherited by every process of the run.
enableCompileCache((process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/pokpong')));

/** Of tests with processes, databases and browsers, where scripts/test.ts runs all of them (decision 107). */
const retry = Number(process.env.TEST_RETRY ?? 0);

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 4,
    // Files of a worker share what they import, its Chromium and its product: test/chromium.ts, test/e2e/helpers.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    teardownTimeout: TEST_TIMEOUT_MS,
    passWithNoTests: true,
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}', '{shared,client}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          ...native,
          name: 'modules',
          retry,
          globalSetup: 'test/setup-global.ts',
          include: ['test/{modules,fuzz,fault}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          ...native,
          name: 'e2e',
          retry,
          globalSetup: ['test/setup-global.ts', 'test/setup-client.ts'],
          include: ['test/e2e/**/*.test.ts'],
        },
      },
    ],
  },
});
