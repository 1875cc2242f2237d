import path from 'node:path';
import { forkConfined } from '../../../platform/confined/fork.ts';
import { appError } from '../../../platform/errors.ts';
import { Turns } from '../../../platform/trpc/turns.ts';
import type { Order, Outcome } from './child.ts';

const CHILD = path.join(import.meta.dirname, 'child.ts');
const LIMITS = { memoryMb: 1024, timeoutMs: 90_000 };
/** Processes at a time on a node. */
const turns = new Turns(2);

/**
 * Processes a file in a separate process: no network, no writing, limits on memory and time. The file is sent through
 * the channel, so that no disk has it unencrypted.
 * @throws 400 `requestAnswer.unreadable` for a file that cannot be read within these limits
 */
export const inConfinement = (order: Omit<Order, 'memoryMb' | 'bytes'> & { bytes: Buffer }): Promise<Outcome> =>
  turns.take('redaction', () => run(order));

function run({ bytes, ...order }: Omit<Order, 'memoryMb' | 'bytes'> & { bytes: Buffer }): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const child = forkConfined(CHILD, { memoryMb: LIMITS.memoryMb });
  const fail = () => reject(appError('requestAnswer.unreadable'));
  const timer = setTimeout(fail, LIMITS.timeoutMs);
  child.once('message', (outcome: Outcome) => (outcome.failed ? fail() : resolve(outcome)));
  child.once('error', fail);
  child.once('exit', fail);
  child.send({ ...order, bytes: bytes.toString('base64'), memoryMb: LIMITS.memoryMb } satisfies Order, () => {});
  return promise.finally(() => {
    clearTimeout(timer);
    child.removeAllListeners('exit').kill('SIGKILL');
  });
}
