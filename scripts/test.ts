// npm test: checks beside every test, then the time it all took and one closing line with the count.
// npm run test:long (`--long`): the tests that have a size or a number of rounds (test/size.ts), at their large size.
// Other arguments go to vitest; with file names among them only those run, without the checks.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Totals } from './reporter.ts';
import { failedChecks } from './checks.ts';
import { ROOT } from './client.ts';
import { lifetime } from './lifetime.ts';
import { longLaneFiles } from './longLane.ts';

const life = lifetime();
const startedAt = performance.now();
const long = process.argv.includes('--long');
const args = process.argv.slice(2).filter((arg) => arg !== '--long');
const named = args.some((arg) => !arg.startsWith('-'));
const everything = !named && !long;
// Beside the tests: they wait for one another less than for a processor.
const checks = everything ? failedChecks() : Promise.resolve([]);

const folder = await mkdtemp(join(tmpdir(), 'pokpong-totals-'));
const totalsFile = join(folder, 'totals.json');
life.onStop(() => rm(folder, { recursive: true, force: true }));

const vitest = spawn(
  process.execPath,
  [
    join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=./scripts/reporter.ts',
    ...args,
    ...(long && !named ? longLaneFiles() : []),
  ],
  // A group of its own, so that Ctrl-C reaches it once, through us, and it can put its databases away.
  {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env: { ...process.env, NODE_ENV: 'test', TEST_TOTALS: totalsFile, ...(long ? { TEST_LONG: '1' } : {}) },
  },
);
const ended = new Promise<number>((resolve) => {
  vitest.on('close', (code) => resolve(code ?? 1));
});
life.onStop(async () => {
  vitest.kill('SIGINT');
  await ended;
});
const code = await ended;
const failed = await checks;

const totals = await readFile(totalsFile, 'utf8').then(
  (text) => JSON.parse(text) as Totals,
  (): Totals => ({ passed: 0, failed: 1, skipped: 0 }),
);
const wrong = Math.max(totals.failed, code === 0 ? 0 : 1) + failed.length;
if (failed.length > 0) console.log(`checks that failed: ${failed.join(', ')}`);
const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(`wall time ${Math.floor(seconds / 60)} min ${seconds % 60} s`);
console.log(`${totals.passed} passed, ${wrong} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`);
await life.stop(wrong === 0 ? 0 : 1);
