import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Highest resident memory of a process so far, bytes; NaN if the system does not provide it. */
export function highestMemory({ pid }: ChildProcess): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return NaN;
  }
}
