// A process that calls an address repeatedly, so that the caller does not slow down the measured server.
import autocannon from 'autocannon';

export interface LoadOrder {
  url: string;
  /** Sent by POST as JSON; undefined: a GET. */
  body?: string;
  calls: number;
}

if (process.send) {
  process.on('message', async ({ url, body, calls }: LoadOrder) => {
    const result = await autocannon({
      url,
      amount: calls,
      connections: 20,
      ...(body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
    });
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed`);
    process.send!({ calls: result['2xx'] });
  });
  process.on('disconnect', () => process.exit(0));
}
