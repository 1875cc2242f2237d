import { fork, type ChildProcess } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';

/** All that a child gets of the server's environment: no secret among it. */
const ENVIRONMENT = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];
const PROJECT = path.resolve(import.meta.dirname, '../../..');

interface Confinement {
  readonly memoryMb: number;
  /** What it may read besides our own code. */
  readonly file?: string;
  readonly args?: readonly string[];
  /** Whether it loads native code, to which these limits do not apply; its messages may carry bytes. */
  readonly isNative?: true;
}

/**
 * A process that looks into the file of a stranger. It may read the file and our own code, and nothing else: no
 * network, no processes, no writing. It ends itself above its memory (`endAbove` in watch.ts); its time is the caller's
 * to watch.
 */
export function forkConfined(script: string, { memoryMb, file, args = [], isNative }: Confinement): ChildProcess {
  return fork(script, args, {
    execPath: process.execPath,
    execArgv: [
      '--no-warnings',
      // Room for what is thrown away at once: more of it would count against the limit.
      '--max-semi-space-size=4',
      `--max-old-space-size=${Math.ceil(memoryMb * 0.75)}`,
      '--permission',
      '--allow-worker',
      ...(isNative ? ['--allow-addons'] : []),
      ...(file === undefined ? [] : [`--allow-fs-read=${file}`]),
      // As a folder and, where it is a link, as what it leads to.
      `--allow-fs-read=${path.join(PROJECT, 'node_modules')}`,
      `--allow-fs-read=${realpathSync(path.join(PROJECT, 'node_modules'))}`,
      ...['server', 'shared', 'package.json'].map((name) => `--allow-fs-read=${path.join(PROJECT, name)}`),
    ],
    serialization: isNative ? 'advanced' : 'json',
    env: Object.fromEntries(ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
