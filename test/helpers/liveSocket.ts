import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { LiveEvent } from '../../shared/registry/events.ts';
import { until } from './until.ts';

/** The reader's end of a socket: received messages, in order. */
export class LiveSocket {
  readonly socket: WebSocket;
  readonly events: LiveEvent[] = [];
  /** Every message that was not an event. */
  readonly replies: Record<string, unknown>[] = [];
  closed: { code: number; reason: string } | null = null;
  #nextId = 1;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => this.#take(String(data)));
    socket.on('close', (code, reason) => (this.closed = { code, reason: String(reason) }));
    socket.on('error', () => {});
  }

  /** Opens a socket; rejects with the status of a refused upgrade. */
  static async open(port: number, token: string | null, headers: Record<string, string> = {}): Promise<LiveSocket> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/trpc`, {
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    });
    const opened = new LiveSocket(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('unexpected-response', (_request, response) => {
        response.resume();
        reject(new Error(`refused with ${response.statusCode}`));
      });
      socket.once('error', reject);
    });
    return opened;
  }

  /** Subscribes and waits until the server has started. */
  async subscribe(ws: string, lastEventId?: string): Promise<number> {
    const id = this.#nextId++;
    this.send({
      id,
      method: 'subscription',
      params: { path: 'notification.live', input: { ws }, ...(lastEventId ? { lastEventId } : {}) },
    });
    await until(() => this.replies.some((reply) => reply.id === id));
    return id;
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Ids of the records of the events so far, without the messages of the stream itself. */
  get records(): string[] {
    return this.events.filter(({ event }) => event !== 'ready' && event !== 'resync').map(({ id }) => id);
  }

  async close(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    this.socket.close();
    await once(this.socket, 'close');
  }

  #take(text: string): void {
    if (text === 'PONG') return void this.replies.push({ pong: true });
    const message = JSON.parse(text) as {
      result?: { type: string; id?: string; data?: { id: string; data: LiveEvent } };
    };
    if (message.result?.type === 'data' && message.result.id !== undefined) {
      const { id, data } = message.result.data!;
      if (id !== message.result.id || data.seq !== id) throw new Error('an envelope that contradicts itself');
      this.events.push(data);
    } else {
      this.replies.push(message);
    }
  }
}

/**
 * A reader that behaves like a browser: reconnects after a disconnect, to whichever node responds, and resumes after
 * its last event.
 */
export class FaithfulReader {
  readonly records: string[] = [];
  resyncs = 0;
  drops = 0;
  #last: string | undefined;
  #socket: LiveSocket | null = null;
  #done = false;

  /** @param ports tried in turn */
  constructor(token: string, workspaceId: string, ports: number[]) {
    void this.#follow(token, workspaceId, ports);
  }

  get following(): boolean {
    return this.#last !== undefined;
  }

  stop(): void {
    this.#done = true;
    this.#socket?.socket.terminate();
  }

  async #follow(token: string, workspaceId: string, ports: number[]): Promise<void> {
    for (let attempt = 0; !this.#done; attempt += 1) {
      try {
        const socket = await LiveSocket.open(ports[attempt % ports.length]!, token);
        this.#socket = socket;
        const push = socket.events.push.bind(socket.events);
        socket.events.push = (event) => {
          this.#take(event);
          return push(event);
        };
        socket.send({
          id: 1,
          method: 'subscription',
          params: {
            path: 'notification.live',
            input: { ws: workspaceId },
            ...(this.#last ? { lastEventId: this.#last } : {}),
          },
        });
        if (socket.socket.readyState === WebSocket.OPEN) await once(socket.socket, 'close');
        this.drops += 1;
      } catch {
        await sleep(25);
      }
    }
  }

  #take(event: LiveEvent): void {
    this.#last = event.seq;
    if (event.event === 'resync') this.resyncs += 1;
    else if (event.event !== 'ready') this.records.push(event.id);
  }
}
