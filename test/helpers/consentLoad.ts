// Calls that submit, look up, or read, over keep-alive connections as fast as they are answered: raw sockets and bytes,
// so that the caller uses little of the processors that the server needs. In a separate process (`startLoad`).
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface LoadOrder {
  port: number;
  path: string;
  /** POST by default. */
  method?: 'GET';
  /** Further header lines. */
  headers?: readonly string[];
  connections: number;
  seconds: number;
  /** Body of each call; `{n}` is replaced by a unique number, from `first` on, and below `below` if passed. */
  body: string;
  first?: number;
  below?: number;
  /** Calls per second over all connections; undefined: as fast as they are answered. */
  rate?: number;
}
export interface LoadDone {
  calls: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** Responses that were neither 2xx nor 304. */
  failed: number;
  /** Microseconds of processor time of the caller. */
  cpu: number;
}

/** A process that executes orders, one at a time. */
export function startLoad(): { run(order: LoadOrder): Promise<LoadDone>; stop(): void } {
  const child: ChildProcess = fork(new URL(import.meta.url), { execArgv: [] });
  return {
    async run(order) {
      child.send(order);
      const [done] = (await once(child, 'message')) as [LoadDone];
      return done;
    },
    stop: () => child.disconnect(),
  };
}

if (process.send) {
  process.on('message', async (order: LoadOrder) => process.send!(await call(order)));
  process.on('disconnect', () => process.exit(0));
}

async function call(order: LoadOrder): Promise<LoadDone> {
  const { port, connections, seconds, rate, first = 0, below } = order;
  const [before, after] = order.body.split('{n}') as [string, string?];
  const fixed = Buffer.byteLength(order.body.replaceAll('{n}', ''));
  const { method = 'POST', headers = [] } = order;
  const lines = [`${method} ${order.path} HTTP/1.1`, `host: 127.0.0.1:${port}`, ...headers];
  const head = [...lines, 'content-type: application/json', 'content-length: '].join('\r\n');
  const reading = `${lines.join('\r\n')}\r\n\r\n`;
  const latencies: number[] = [];
  let number = first;
  let failed = 0;
  let sent = 0;
  let startedAt = 0;
  let end = 0;
  const request = (): string => {
    if (method === 'GET') return reading;
    if (after === undefined) return `${head}${fixed}\r\n\r\n${before}`;
    // Scattered instead of sequential, so that look-ups do not find the same page twice in a row.
    const value = String(below === undefined ? number++ : Math.floor(Math.random() * below));
    return `${head}${fixed + value.length}\r\n\r\n${before}${value}${after}`;
  };
  const open = async (): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return socket;
  };
  const one = (socket: Socket): Promise<void> =>
    new Promise<void>((resolve, reject) => {
      let at = 0;
      let rest = '';
      const next = () => {
        const now = performance.now();
        if (now >= end) {
          socket.destroy();
          return resolve();
        }
        const due = rate === undefined ? now : startedAt + (sent * 1000) / rate;
        sent += 1;
        const go = () => {
          // Measured from when it was due, so that a slow server does not appear faster.
          at = rate === undefined ? performance.now() : due;
          socket.write(request());
        };
        if (due <= now + 0.5) go();
        else setTimeout(go, due - now);
      };
      socket.on('data', (chunk: Buffer) => {
        rest += chunk.toString('latin1');
        const body = rest.indexOf('\r\n\r\n');
        if (body < 0) return;
        const unchanged = rest.startsWith('304', 9);
        const length = unchanged ? null : /content-length: (\d+)/i.exec(rest.slice(0, body));
        if (rest.length < body + 4 + Number(length?.[1] ?? 0)) return;
        if (!unchanged && rest.charCodeAt(9) !== 50) failed += 1;
        rest = '';
        latencies.push(performance.now() - at);
        next();
      });
      socket.on('error', reject);
      next();
    });
  const sockets = await Promise.all(Array.from({ length: connections }, open));
  // Once all are connected, because only calls are measured.
  const spent = process.cpuUsage();
  startedAt = performance.now();
  end = startedAt + seconds * 1000;
  await Promise.all(sockets.map(one));
  const used = process.cpuUsage(spent);
  const took = (performance.now() - startedAt) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? NaN;
  return {
    calls: latencies.length,
    perSecond: latencies.length / took,
    p50: at(0.5),
    p99: at(0.99),
    failed,
    cpu: used.user + used.system,
  };
}
