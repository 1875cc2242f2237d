import type { Socket } from 'node:net';
import { type AnyTRPCRouter, callTRPCProcedure, transformTRPCResponse } from '@trpc/server';
import {
  parseTRPCMessage,
  type TRPCClientOutgoingMessage,
  type TRPCRequestMessage,
  type TRPCResponseMessage,
} from '@trpc/server/rpc';
import type { WebSocket } from 'ws';
import type { SignedInContext } from '../../trpc/context.ts';
import { appError } from '../../errors.ts';
import type { Hub } from '../../live/hub.ts';
import { LiveStream } from '../../live/stream.ts';
import { CLOSE, type Connection, type Subscription } from '../../live/subscription.ts';
import { errorShape } from './errors.ts';
import { trpcFormat } from './frames.ts';

const MAX_BATCH = 30;
const MAX_IN_FLIGHT = 16;
const MAX_SUBSCRIPTIONS = 8;
const MAX_ID_LENGTH = 64;
const PING_MS = 30_000;
/** Unsent bytes of a reader: above the first for this long, or above the second at all, and it is closed. */
const STALLED = { bytes: 256 * 1024, ms: 5000, bytesAtOnce: 1024 * 1024 };
const OPEN = 1;
const NEVER = new AbortController().signal;

type RequestId = number | string;

export interface SocketSessionOptions {
  socket: WebSocket;
  /** The stream under the socket: pushes are framed once for all sockets and written to it. */
  raw: Socket;
  ctx: SignedInContext;
  router: AnyTRPCRouter;
  hub: Hub;
}

/** One open socket: speaks tRPC's protocol with it and never lets it hold more than a little of our memory. */
export class SocketSession {
  readonly #socket: WebSocket;
  readonly #raw: Socket;
  readonly #ctx: SignedInContext;
  readonly #router: AnyTRPCRouter;
  readonly #hub: Hub;
  readonly #connection: Connection;
  /** null: asked for, its procedure still runs. */
  readonly #subscriptions = new Map<RequestId, Subscription | null>();
  #inFlight = 0;
  #slowSince = 0;
  #isAlive = true;
  #nextPing: number;

  constructor({ socket, raw, ctx, router, hub }: SocketSessionOptions) {
    this.#socket = socket;
    this.#raw = raw;
    this.#router = router;
    this.#hub = hub;
    // Only what a call needs; the upgrade request would stay in memory as long as the socket.
    const { deps, transport, locale, session, ip } = ctx;
    this.#ctx = { deps, transport, locale, session, ip, memberships: new Map() };
    this.#nextPing = performance.now() + PING_MS;
    this.#connection = {
      userId: session.userId,
      handle: session.handle,
      until: Number.POSITIVE_INFINITY,
      subscriptions: new Set(),
      close: (code, reason) => socket.close(code, reason),
    };
    // The plugin's own listener keeps the upgrade request and reply alive; a broken frame needs no log line.
    socket.removeAllListeners('error');
    socket.on('error', () => socket.terminate());
    socket.on('message', (data, isBinary) => this.#read(data as Buffer, isBinary));
    socket.on('pong', () => (this.#isAlive = true));
    socket.on('close', () => hub.disconnect(this.#connection));
    hub.connect(this.#connection);
  }

  /**
   * Once a second: ends a reader that stalls or has gone, and pings the others from time to time. `now` is monotonic,
   * in ms.
   */
  look(now: number): void {
    if (this.#slowSince > 0) {
      if (this.#socket.bufferedAmount <= STALLED.bytes) this.#slowSince = 0;
      else if (now - this.#slowSince >= STALLED.ms) return this.#socket.terminate();
    }
    if (now < this.#nextPing) return;
    this.#nextPing = now + PING_MS;
    if (!this.#isAlive) return this.#socket.terminate();
    this.#isAlive = false;
    if (this.#socket.readyState === OPEN) this.#socket.ping();
  }

  #read(data: Buffer, isBinary: boolean): void {
    this.#isAlive = true;
    if (isBinary) return this.#socket.close(CLOSE.policy, 'text only');
    const text = data.toString();
    if (text === 'PONG') return;
    if (text === 'PING') return this.#sendText('PONG');
    let messages: TRPCClientOutgoingMessage[];
    try {
      const parsed: unknown = JSON.parse(text);
      const list = Array.isArray(parsed) ? parsed : [parsed];
      if (list.length > MAX_BATCH) return this.#socket.close(CLOSE.policy, 'too many calls');
      messages = list.map((one) => parseTRPCMessage(one, this.#router._def._config.transformer));
    } catch {
      return this.#fail(null, appError('json'));
    }
    for (const message of messages) {
      const { id } = message;
      if (id === null) this.#fail(null, appError('id'));
      else if (typeof id === 'string' && id.length > MAX_ID_LENGTH)
        return this.#socket.close(CLOSE.policy, 'id too long');
      else if (message.method === 'subscription.stop') this.#stopSubscription(id);
      else void this.#call(id, message);
    }
  }

  async #call(
    id: RequestId,
    { method: type, params: { path, input: rawInput, lastEventId } }: TRPCRequestMessage,
  ): Promise<void> {
    const isSubscription = type === 'subscription';
    if (this.#connection.until <= this.#ctx.deps.now().getTime())
      return this.#socket.close(CLOSE.sessionEnded, 'session ended');
    if (this.#inFlight >= MAX_IN_FLIGHT || (isSubscription && this.#subscriptions.size >= MAX_SUBSCRIPTIONS))
      return this.#fail(id, appError('TOO_MANY_REQUESTS'), type, path);
    if (isSubscription && this.#subscriptions.has(id)) return this.#fail(id, appError('id'), type, path);
    if (isSubscription) this.#subscriptions.set(id, null);
    this.#inFlight += 1;
    try {
      const input = lastEventId === undefined ? rawInput : { ...(rawInput as object), lastEventId };
      if (!Object.hasOwn(this.#router._def.procedures, path)) throw appError('procedure.notFound');
      const result: unknown = await callTRPCProcedure({
        router: this.#router,
        path,
        // Memberships are looked up again in every call: the socket may be older than a suspension.
        ctx: { ...this.#ctx, memberships: new Map() },
        type,
        getRawInput: async () => input,
        signal: NEVER,
        batchIndex: 0,
      });
      if (isSubscription) this.#subscribe(id, result);
      else this.#respond({ id, result: { type: 'data', data: result } });
    } catch (error) {
      this.#subscriptions.delete(id);
      this.#fail(id, error, type, path);
    } finally {
      this.#inFlight -= 1;
    }
  }

  #subscribe(id: RequestId, stream: unknown): void {
    if (!(stream instanceof LiveStream)) throw appError('notLive');
    // Stopped, or the socket closed, while the procedure ran.
    if (!this.#subscriptions.has(id) || this.#socket.readyState !== OPEN) return;
    this.#respond({ id, result: { type: 'started' } });
    const { workspaceId, personnelId, standing, lastEventId } = stream;
    this.#subscriptions.set(
      id,
      this.#hub.subscribe(this.#connection, {
        workspaceId,
        personnelId,
        standing,
        lastEventId,
        format: trpcFormat(id),
        write: (packet) => this.#push(packet),
      }),
    );
  }

  #stopSubscription(id: RequestId): void {
    const subscription = this.#subscriptions.get(id);
    if (subscription === undefined) return;
    this.#subscriptions.delete(id);
    if (subscription) this.#hub.unsubscribe(subscription);
    this.#respond({ id, result: { type: 'stopped' } });
  }

  #fail(
    id: RequestId | null,
    error: unknown,
    type: 'query' | 'mutation' | 'subscription' | 'unknown' = 'unknown',
    path?: string,
  ): void {
    const shape = errorShape(this.#router, error, { path, type, ctx: this.#ctx, log: this.#ctx.deps.log });
    this.#respond({ id, error: shape });
  }

  #respond(message: TRPCResponseMessage): void {
    this.#sendText(JSON.stringify(transformTRPCResponse(this.#router._def._config, message)));
  }

  #sendText(text: string): void {
    if (this.#socket.readyState !== OPEN) return;
    this.#socket.send(text);
    this.#measure();
  }

  /**
   * Writes frames that are shared with other sockets. ws sends its own frames at once too (no compression), so order
   * holds.
   */
  #push(frames: Buffer): void {
    if (this.#socket.readyState !== OPEN) return;
    this.#raw.write(frames);
    this.#measure();
  }

  #measure(): void {
    const unsent = this.#raw.writableLength;
    if (unsent <= STALLED.bytes) return;
    if (unsent > STALLED.bytesAtOnce) this.#socket.terminate();
    else if (this.#slowSince === 0) this.#slowSince = performance.now();
  }
}
