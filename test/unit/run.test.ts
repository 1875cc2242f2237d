import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';

// A miniature project: run.mjs, one command, and a node_modules filled by npm.
let project: string;
const PACKAGES = { 'node_modules/thing': { version: '1.0.0', integrity: 'sha512-x' } };
const COMMAND = `
  import { writeFileSync } from 'node:fs';
  const [what] = process.argv.slice(2);
  if (what === 'wait') {
    process.on('SIGTERM', () => { console.log('asked to stop'); process.exit(7); });
    process.on('disconnect', () => { writeFileSync('left-alone', ''); process.exit(0); });
    console.log('waiting');
    setInterval(() => {}, 1000);
  } else {
    console.log(JSON.stringify(process.argv.slice(2)));
    process.exitCode = 3;
  }`;

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'pokpong-run-'));
  await mkdir(join(project, 'scripts'));
  await mkdir(join(project, 'node_modules', '.bin'), { recursive: true });
  await cp(join(import.meta.dirname, '../../scripts/run.mjs'), join(project, 'scripts', 'run.mjs'));
  await writeFile(join(project, 'scripts', 'echo.ts'), COMMAND);
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  await writeFile(join(project, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...PACKAGES } }));
  await writeFile(join(project, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: PACKAGES }));
  await symlink(process.execPath, join(project, 'node_modules', '.bin', 'node'));
});
afterEach(() => rm(project, { recursive: true, force: true, maxRetries: 5 }));

function run(...args: string[]): ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream } {
  const { npm_execpath: _npm, npm_lifecycle_event: _event, ...env } = process.env;
  // An npm that reports that it was called, and fails.
  return spawn(process.execPath, [join(project, 'scripts', 'run.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, PATH: `${project}/fake:${env.PATH}` },
  }) as never;
}

async function fakeNpm(script: string): Promise<void> {
  await mkdir(join(project, 'fake'), { recursive: true });
  await writeFile(join(project, 'fake', 'npm'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

test('passes arguments on and returns the exit code', async () => {
  const child = run('echo', 'a b', '--flag');
  expect(JSON.parse(await text(child.stdout))).toEqual(['a b', '--flag']);
  expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(3);
});

test('refuses an unknown command', async () => {
  const child = run('nonsense');
  expect(await text(child.stderr)).toContain('usage:');
});

test('passes signals on', async () => {
  const child = run('echo', 'wait');
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await text(child.stdout)).toContain('asked to stop');
  expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(7);
});

test('when it is killed, the command notices', async () => {
  const child = run('echo', 'wait');
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  for (let tries = 0; tries < 100; tries++) {
    if (
      await readFile(join(project, 'left-alone')).then(
        () => true,
        () => false,
      )
    )
      return;
    await sleep(50);
  }
  throw new Error('the command was not notified');
});

test('installs if a package is missing or old, once if two start together, and reports a failure', async () => {
  await fakeNpm('exit 9');
  await writeFile(
    join(project, 'package-lock.json'),
    JSON.stringify({ packages: { '': {}, 'node_modules/thing': { version: '2.0.0', integrity: 'sha512-y' } } }),
  );
  const failing = run('echo');
  const output = await text(failing.stderr);
  expect(output).toContain('npm install failed');

  await fakeNpm(
    `echo "$@" >> ${project}/calls; sleep 0.3; cp ${project}/package-lock.json ${project}/node_modules/.package-lock.json`,
  );
  const both = [run('echo', '1'), run('echo', '2')];
  const outputs = await Promise.all(both.map((child) => text(child.stdout)));
  expect(outputs[0]).toContain('["1"]');
  expect(outputs[1]).toContain('["2"]');
  expect((await readFile(join(project, 'calls'), 'utf8')).trim().split('\n')).toHaveLength(1);
  expect(await readFile(join(project, 'calls'), 'utf8')).toMatch(/^install --no-save --include=dev/);
});
