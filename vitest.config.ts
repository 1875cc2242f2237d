import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/sequence.ts';

const shared = {
  environment: 'node',
  env: { NODE_ENV: 'test', TZ: 'UTC', LOG_LEVEL: 'silent' },
  // What is waited for comes when the machine gets to it.
  expect: { poll: { timeout: 20_000 } },
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
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
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
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
