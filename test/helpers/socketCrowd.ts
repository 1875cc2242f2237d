// A process that opens many sockets and reports when each of them was reached, so that reading does not slow down the
// measured server. Times are from the machine's monotonic clock, in ms, the same in every process.
import { once } from 'node:events';
import { WebSocket } from 'ws';

/** Commands for the crowd. */
export type CrowdOrder =
  | { open: 'live' | 'bare'; port: number; tokens: string[]; workspaceId: string }
  /** Report when all of that kind have been reached by the next message. */
  | { expect: 'live' | 'bare' }
  /** The number of recently opened live sockets that stop reading. */
  | { pause: number }
  /** Report when every reading live socket has read everything sent to it before now. */
  | { drain: true };
/** Its responses: all are open, or when each was reached, in order. */
export type CrowdReport = { opened: number } | { reached: number[] } | { paused: number } | { drained: number };

/** Milliseconds of the machine's monotonic clock. */
export const clock = (): number => Number(process.hrtime.bigint()) / 1e6;

if (process.send) {
  const crowds: Record<'live' | 'bare', WebSocket[]> = { live: [], bare: [] };
  const report = (message: CrowdReport) => process.send!(message);
  const paused = new Set<WebSocket>();
  let expecting: { kind: 'live' | 'bare'; reached: number[] } | null = null;

  const reached = (kind: 'live' | 'bare') => {
    if (expecting?.kind !== kind) return;
    expecting.reached.push(clock());
    if (expecting.reached.length < crowds[kind].length - (kind === 'live' ? paused.size : 0)) return;
    const done = expecting;
    expecting = null;
    report({ reached: done.reached });
  };

  const open = (kind: 'live' | 'bare', port: number, token: string, workspaceId: string) =>
    new Promise<WebSocket>((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/trpc`, {
        headers: { authorization: `Bearer ${token}` },
        perMessageDeflate: false,
      });
      socket.on('error', reject);
      socket.on('open', () => {
        if (kind === 'bare') resolve(socket);
        else
          socket.send(
            JSON.stringify({
              id: 1,
              method: 'subscription',
              params: { path: 'notification.live', input: { ws: workspaceId } },
            }),
          );
      });
      let greetings = kind === 'live' ? 2 : 0;
      socket.on('message', () => {
        if (greetings > 0) {
          greetings -= 1;
          if (greetings === 0) resolve(socket);
        } else reached(kind);
      });
    });

  process.on('message', async (order: CrowdOrder) => {
    if ('open' in order) {
      for (let start = 0; start < order.tokens.length; start += 100) {
        crowds[order.open].push(
          ...(await Promise.all(
            order.tokens
              .slice(start, start + 100)
              .map((token) => open(order.open, order.port, token, order.workspaceId)),
          )),
        );
      }
      report({ opened: order.tokens.length });
    } else if ('expect' in order) {
      expecting = { kind: order.expect, reached: [] };
    } else if ('drain' in order) {
      const reading = crowds.live.filter((socket) => !paused.has(socket));
      // The response to a ping follows everything sent before it.
      await Promise.all(
        reading.map((socket) => {
          const answer = once(socket, 'pong');
          socket.ping();
          return answer;
        }),
      );
      report({ drained: reading.length });
    } else {
      for (const socket of crowds.live.slice(-order.pause)) {
        socket.pause();
        paused.add(socket);
      }
      report({ paused: paused.size });
    }
  });
  process.on('disconnect', () => process.exit(0));
}
