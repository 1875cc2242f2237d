import { fork, type ChildProcess } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';

/** All that a child gets of the server's environment: no secret among it. */
const ENVIRONMENT = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];
const PROJECT = path.resolve(import.meta.dirname, '../../..');

/**
 * A process that looks into the file of a stranger. It may read the file and our own code, and nothing else: no network,
 * no processes, no writing. It ends itself above its memory (`endAbove` in watch.ts); its time is the caller's to watch.
 */
export function forkConfined(script: string, { memoryMb, file }: { memoryMb: number; file: string }): ChildProcess {
  return fork(script, [], {
    execPath: process.execPath,
    execArgv: [
      '--no-warnings',
      // Room for what is thrown away at once: more of it would count against the limit.
      '--max-semi-space-size=2',
      `--max-old-space-size=${Math.ceil(memoryMb * 0.75)}`,
      '--permission',
      '--allow-worker',
      `--allow-fs-read=${file}`,
      // As a folder and, where it is a link, as what it leads to.
      `--allow-fs-read=${path.join(PROJECT, 'node_modules')}`,
      `--allow-fs-read=${realpathSync(path.join(PROJECT, 'node_modules'))}`,
      `--allow-fs-read=${path.join(PROJECT, 'server')}`,
      `--allow-fs-read=${path.join(PROJECT, 'package.json')}`,
    ],
    serialization: 'json',
    env: Object.fromEntries(ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
