import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './client.ts';
import { generateFiles } from './generate.ts';

interface Check {
  name: string;
  /** @returns what is wrong, '' when nothing is */
  run(): Promise<string>;
}

/** What did not change since the last run is not looked at again; several checkers would each look at most of it. */
const TYPES =
  '--noEmit --pretty false -p . --checkers 1 --incremental --tsBuildInfoFile node_modules/.cache/pokpong/types.tsbuildinfo'.split(
    ' ',
  );

const CHECKS: Check[] = [
  { name: 'format', run: () => program('oxfmt', ['--check', '.']) },
  // Also holds who may import whom, and the raw table, dialog and date picker: .oxlintrc.json.
  { name: 'lint', run: () => program('oxlint', ['--quiet']) },
  // Also holds that both languages have the same keys.
  { name: 'types', run: () => program('tsc', TYPES) },
  { name: 'generated files', run: drift },
];

/**
 * Runs all checks side by side and prints one line each, with what is wrong below.
 * @returns names of those that failed
 */
export async function failedChecks(): Promise<string[]> {
  const outcomes = await Promise.all(
    CHECKS.map(async ({ name, run }) => {
      const problem = await run().catch((error: unknown) =>
        error instanceof Error ? (error.stack ?? error.message) : String(error),
      );
      console.log(problem === '' ? `✓ ${name}` : `✗ ${name}\n${problem.trim()}\n`);
      return problem === '' ? [] : [name];
    }),
  );
  return outcomes.flat();
}

async function program(name: string, args: string[]): Promise<string> {
  const child = spawn(join(ROOT, 'node_modules', '.bin', name), args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    // These tools begin with `#!/usr/bin/env node`: let that be the project's.
    env: { ...process.env, PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH ?? ''}` },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return code === 0 ? '' : output || `${name} ended with ${code}`;
}

async function drift(): Promise<string> {
  const stale: string[] = [];
  for await (const { path, content } of generateFiles()) {
    if ((await readFile(join(ROOT, path), 'utf8').catch(() => '')) !== content) stale.push(path);
  }
  return stale.length === 0
    ? ''
    : `${stale.join(', ')}: not what the migrations and procedures say. Run: npm run codegen`;
}
