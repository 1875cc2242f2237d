import { QueryClient } from '@tanstack/react-query';
import {
  createWSClient,
  httpBatchLink,
  splitLink,
  TRPCClientError,
  type TRPCLink,
  type TRPCWebSocketClient,
  wsLink,
} from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../server/router.ts';
import type { Locale } from '../shared/locale.ts';
// Not from notification.ts: its schemas would bring zod into the first screen.
import { LIVE_POSITION_HEADER } from '../shared/constants.ts';
import { aheadLink } from './ahead.ts';
import { livePosition } from './live/position.ts';
import { bodyOf, messageOf, statusOf } from './shell/errors.ts';
import { reportSessionProblem, type SessionProblem } from './sessionProblems.ts';

export { onSessionProblem } from './sessionProblems.ts';

export type RouterOutputs = inferRouterOutputs<AppRouter>;

/** The procedures of the server as React hooks. Example: `trpc.purpose.list.useQuery({ ws })` */
export const trpc = createTRPCReact<AppRouter>();

/** Maximum address length of batched calls; a longer single call is sent in a body. */
const MAX_URL = 4000;
const MAX_BATCH = 30;
/** Close codes of the server (server/platform/live/subscription.ts), when a session or a membership has ended. */
const ENDED: Readonly<Record<number, SessionProblem['kind']>> = { 4401: 'unauthorized', 4403: 'forbidden' };

export interface ClientOptions {
  /** The language of the answers, read for each call. */
  locale: () => Locale;
  /** The server's origin; by default that of the page. */
  origin?: string;
  /** For tests outside a browser. */
  WebSocket?: typeof WebSocket;
  /** Headers of every call, beside the language; for tests. */
  headers?: Record<string, string>;
}

/**
 * The client that `trpc.Provider` takes: calls over HTTP in batches, live events over a socket that is opened when
 * first needed.
 */
export function createClient(options: ClientOptions) {
  return trpc.createClient({ links: links(options) });
}

/** The same for use without React. */
export function links({ locale, origin = location.origin, WebSocket, headers }: ClientOptions): TRPCLink<AppRouter>[] {
  const http = {
    url: `${origin}/trpc`,
    maxItems: MAX_BATCH,
    headers: () => ({ accept: 'application/json', 'accept-language': locale(), ...headers }),
    async fetch(url: RequestInfo | URL | string, init?: RequestInit) {
      const response = await fetch(url, { ...init, credentials: 'same-origin' });
      livePosition.note(response.headers.get(LIVE_POSITION_HEADER));
      return response;
    },
  };
  const socket = createSocket(origin, WebSocket);
  return [
    failureLink,
    aheadLink,
    splitLink({
      condition: ({ type }) => type === 'subscription',
      true: wsLink({ client: socket }),
      false: splitLink({
        condition: ({ type, input }) =>
          type === 'query' &&
          (isPersonal(input) || encodeURIComponent(JSON.stringify(input ?? null)).length > MAX_URL / 2),
        true: httpBatchLink({ ...http, fetch: http.fetch as never, methodOverride: 'POST' }),
        false: httpBatchLink({ ...http, fetch: http.fetch as never, maxURLLength: MAX_URL }),
      }),
    }),
  ];
}

/**
 * Whether a query contains the id of a data subject, unsaved input, or what is searched for, which may be a telephone
 * number or an email. Such queries must not be in addresses, which logs and proxies store.
 */
const isPersonal = (input: unknown): boolean =>
  typeof input === 'object' &&
  input !== null &&
  (('uid' in input && input.uid !== undefined) || 'draft' in input || Boolean('query' in input && input.query));

function createSocket(origin: string, WebSocketClass?: typeof WebSocket): TRPCWebSocketClient {
  return createWSClient({
    url: () => `${origin.replace(/^http/, 'ws')}/trpc`,
    WebSocket: WebSocketClass,
    // Opened by the first subscription; closed when the last one has ended, so there is none while signed out.
    lazy: { enabled: true, closeMs: 1000 },
    keepAlive: { enabled: true, intervalMs: 25_000, pongTimeoutMs: 8000 },
    retryDelayMs: reconnectDelay,
    onClose(cause) {
      const kind = ENDED[cause?.code ?? 0];
      if (kind) reportSessionProblem({ kind });
    },
  });
}

/**
 * Milliseconds before the next attempt: doubling up to 15 s, and randomised, so that not all clients reconnect to a
 * restarted server at once.
 */
export function reconnectDelay(attempt: number): number {
  const ceiling = Math.min(15_000, 400 * 2 ** attempt);
  return ceiling * (0.5 + Math.random() / 2);
}

/** Notifies the shell of all refused calls, and words the errors of those without an answer. */
const failureLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        ...observer,
        error(error) {
          const status = statusOf(error);
          const body = bodyOf(error);
          if ((status === 401 || status === 403) && op.context.quiet !== true)
            reportSessionProblem({ kind: status === 401 ? 'unauthorized' : 'forbidden', body });
          if (!body) error.message = messageOf(error);
          observer.error(error);
        },
      }),
    );

/**
 * The query cache of the page: data counts as fresh for half a minute and is updated by live events; calls to an
 * unavailable server are retried.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 3 && isPassing(error),
        retryDelay: (failures) => Math.min(1000 * 2 ** failures, 8000) * (0.75 + Math.random() / 2),
      },
      // Offline they fail at once, as without a server: what is paused would look done, and happen unexpectedly later.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/**
 * Whether a failed call may succeed when it is repeated: no answer came, or the server reported a temporary problem.
 */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  const status = statusOf(error);
  return status === undefined || status === 503;
}
