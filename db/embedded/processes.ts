import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * What distinguishes one process from a later one that was given the same number: on
 * Linux the boot and the clock tick at which it began, elsewhere its start time.
 * @returns undefined when no such process runs (a dead one not yet collected by
 * its parent counts as gone)
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform !== 'linux') {
    const started = ps(pid, 'lstart');
    return started === '' ? undefined : started;
  }
  try {
    // The name in brackets may hold spaces and brackets: the fields begin after the last one (proc(5)).
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}:${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** Whether process `pid` is a Postgres whose data folder is `cluster` (an absolute path without links). */
export function isPostgresOf(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return ps(pid, 'command').includes(cluster);
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) === cluster) return true;
  } catch {
    // Another user's process: its folder is hidden from us, its command line is not.
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster);
  } catch {
    return false;
  }
}

function ps(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
