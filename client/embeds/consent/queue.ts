import type { ConsentApi, ConsentStub, QueuedCall } from './types.ts';

/**
 * Puts the API in the place of the page's stub and does what was called meanwhile, in its order. The stub's object
 * becomes the API, so that whoever has kept it calls this one; calls through functions taken from it before go on here.
 */
export function runQueued(stub: Partial<ConsentApi> & ConsentStub, api: ConsentApi): void {
  const { queue = [] } = stub;
  Object.assign(stub, api);
  delete stub.queue;
  const run = ({ name, args, resolve, reject }: QueuedCall): void => {
    const call = api[name] as (...values: unknown[]) => unknown;
    // Within a promise, so that what throws refuses that call alone.
    void new Promise((done) => done(call(...args))).then(resolve, reject);
  };
  queue.splice(0).forEach(run);
  queue.push = (...calls) => {
    calls.forEach(run);
    return 0;
  };
}
