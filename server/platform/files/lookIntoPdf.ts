import path from 'node:path';
import { forkConfined } from '../confined/fork.ts';
import type { Logger } from '../log.ts';
import { Turns } from '../trpc/turns.ts';
import type { LookAnswer, LookOrder } from './activePdfChild.ts';

const CHILD = path.join(import.meta.dirname, 'activePdfChild.ts');
/** Beyond these a file is none that anybody could look into. */
const LIMITS = { memoryMb: 256, timeoutMs: 20_000 };
/** At once on a node; whoever uploads meanwhile waits. */
const turns = new Turns(2);

/**
 * Whether a PDF runs or carries something (`isActivePdf`), found out in a process of its own with limits on memory and
 * time, so that a file made to take long keeps nobody else waiting. What cannot be looked into counts as if it did.
 */
export function lookIntoPdf(
  { log }: { log: Logger },
  file: string,
  limits: Partial<typeof LIMITS> = {},
): Promise<boolean> {
  return turns.take('pdf', () => look(log, path.resolve(file), { ...LIMITS, ...limits }));
}

function look(log: Logger, file: string, { memoryMb, timeoutMs }: typeof LIMITS): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const child = forkConfined(CHILD, { memoryMb, file });
  const fail = (reason: string) => {
    log.warn({ reason }, 'a PDF could not be looked into');
    resolve(true);
  };
  const timer = setTimeout(() => fail('time'), timeoutMs);
  child.once('message', ({ isActive }: LookAnswer) => resolve(isActive));
  child.once('error', () => fail('start'));
  // An answer that was sent has come by then; a second outcome changes nothing.
  child.once('exit', (code, signal) => (code === 0 ? resolve(true) : fail(signal ?? `code ${code}`)));
  child.send({ path: file, memoryMb } satisfies LookOrder, () => {});
  return promise.finally(() => {
    clearTimeout(timer);
    child.removeAllListeners('exit').kill('SIGKILL');
  });
}
