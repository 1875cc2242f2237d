// npm test: checks beside every test, then the time it all took and one closing line with the count.
// npm run test:long (`--long`): the tests that have a size or a number of rounds (test/size.ts), at their large size;
// then those of test/modules/postgres.test.ts and its like on each older Postgres that the product supports.
// A test that fails among all others is tried once more and listed at the end (decision 107); in the other cases never.
// `--postgres=16` with names of files runs those on that release. Other arguments go to vitest; with file names among
// them only those run, without the checks.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Totals } from './reporter.ts';
import { failedChecks } from './checks.ts';
import { ROOT } from './client.ts';
import { lifetime } from './lifetime.ts';
import { longLaneFiles } from './longLane.ts';
import { OLDER_POSTGRES, olderPostgres, TESTS_OF_POSTGRES } from './olderPostgres.ts';

const life = lifetime();
const startedAt = performance.now();
const long = process.argv.includes('--long');
const release = process.argv.find((arg) => arg.startsWith('--postgres='))?.slice('--postgres='.length);
const args = process.argv.slice(2).filter((arg) => arg !== '--long' && !arg.startsWith('--postgres='));
const named = args.some((arg) => !arg.startsWith('-'));
const everything = !named && !long && release === undefined;
// Beside the tests: they wait for one another less than for a processor.
const checks = everything ? failedChecks() : Promise.resolve([]);

const folder = await mkdtemp(join(tmpdir(), 'pokpong-totals-'));
life.onStop(() => rm(folder, { recursive: true, force: true }));

let rounds = 0;
const totals: Totals = { passed: 0, failed: 0, skipped: 0, unsteady: [] };
const first = { ...(long && { TEST_LONG: '1' }), ...(everything && { TEST_RETRY: '1' }) };
if (release === undefined) await runTests(long && !named ? longLaneFiles() : [], first);
else await runTests(named ? [] : TESTS_OF_POSTGRES, { TEST_POSTGRES: olderPostgres(release) });
if (long && !named)
  for (const older of OLDER_POSTGRES) {
    console.log(`Postgres ${older}`);
    await runTests(TESTS_OF_POSTGRES, { TEST_POSTGRES: olderPostgres(older) });
  }
const failed = await checks;

const wrong = totals.failed + failed.length;
if (totals.unsteady.length > 0)
  console.log(['failed at first, passed when tried again:', ...totals.unsteady].join('\n  '));
if (failed.length > 0) console.log(`checks that failed: ${failed.join(', ')}`);
const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(`wall time ${Math.floor(seconds / 60)} min ${seconds % 60} s`);
console.log(`${totals.passed} passed, ${wrong} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`);
await life.stop(wrong === 0 ? 0 : 1);

/** Runs vitest once and adds what it counted to the totals. */
async function runTests(files: readonly string[], env: Record<string, string>): Promise<void> {
  const totalsFile = join(folder, `totals-${rounds++}.json`);
  const vitest = spawn(
    process.execPath,
    [
      join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=./scripts/reporter.ts',
      ...args,
      ...files,
    ],
    // A group of its own, so that Ctrl-C reaches it once, through us, and it can put its databases away.
    {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
      env: { ...process.env, NODE_ENV: 'test', TEST_TOTALS: totalsFile, ...env },
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
  const counted = await readFile(totalsFile, 'utf8').then(
    (text) => JSON.parse(text) as Totals,
    (): Totals => ({ passed: 0, failed: 1, skipped: 0, unsteady: [] }),
  );
  totals.passed += counted.passed;
  totals.failed += Math.max(counted.failed, code === 0 ? 0 : 1);
  totals.skipped += counted.skipped;
  totals.unsteady.push(...counted.unsteady);
}
