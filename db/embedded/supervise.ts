import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { PostgresUser } from './user.ts';

// Keeps the program from outliving us: our end of the pipe on its input closes when we end
// in whatever way, kill -9 included, and that interrupts it (SIGINT is Postgres's fast
// shutdown). It is asked again each second, as one that has only just started does not listen yet.
const SUPERVISE = `
exec 3<&0
"$@" 3<&- </dev/null &
program=$!
{ read -r line; while kill -INT $program; do sleep 1; done; } <&3 3<&- 2>/dev/null &
watcher=$!
exec 3<&-
wait $program
code=$?
kill $watcher 2>/dev/null
exit $code`;

/**
 * Runs a Postgres program as `user`, so that it ends when this process ends.
 * @returns the supervising process: ending its `stdin` stops the program, its exit code is the program's
 */
export function spawnSupervised(
  user: PostgresUser,
  program: string,
  args: string[],
): ChildProcessByStdio<Writable, null, Readable> {
  const { command, args: allArgs, uid, gid } = user.launch('/bin/sh', ['-c', SUPERVISE, 'sh', program, ...args]);
  const child = spawn(command, allArgs, {
    uid,
    gid,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    // A session of its own: Ctrl-C in the terminal must reach us alone, so that requests end before their database
    // does.
    detached: true,
  });
  child.stdin.on('error', () => {
    /* it ended first */
  });
  return child;
}
