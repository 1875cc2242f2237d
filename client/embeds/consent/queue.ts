import type { ConsentApi, ConsentStub, QueuedCall } from './types.ts';

/**
 * Replaces the page's stub by the API and runs the calls that were queued meanwhile, in order. The stub's object
 * becomes the API, so that stored references call this one; functions that were read from the stub forward to it.
 */
export function runQueued(stub: Partial<ConsentApi> & ConsentStub, api: ConsentApi): void {
  const { queue = [] } = stub;
  Object.assign(stub, api);
  delete stub.queue;
  const run = ({ name, args, resolve, reject }: QueuedCall): void => {
    const call = api[name] as (...values: unknown[]) => unknown;
    // Within a promise, so that an error rejects that call alone.
    void new Promise((done) => done(call(...args))).then(resolve, reject);
  };
  queue.splice(0).forEach(run);
  queue.push = (...calls) => {
    calls.forEach(run);
    return 0;
  };
}
