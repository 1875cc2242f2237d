import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../server/router.ts';
import { LIVE_POSITION_HEADER } from '../shared/constants.ts';
import { splitLocale } from '../shared/registry/routeMatch.ts';
import { livePosition } from './live/position.ts';

/** What /boot.js requested before the program was loaded: calls in the order of their common answer. */
interface Ahead {
  readonly pathname: string;
  readonly search: string;
  readonly calls: readonly (readonly [path: string, input: unknown])[];
  readonly answer: Promise<Response>;
}

declare global {
  /** Set by client/public/boot.js on pages that declare their first calls. */
  var pokpongAhead: Ahead | undefined;
}

type Answer = { readonly result: { readonly data: unknown } } | { readonly error: unknown };

/** How long an early answer counts as just fetched; the same as for other fetched data. */
const FRESH_MS = 30_000;

const used = new Set<number>();
let answers: Promise<readonly Answer[]> | undefined;

/** The same for inputs that are equal, whatever the order of their fields. */
const keyOf = (input: unknown): string =>
  JSON.stringify(input ?? {}, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

async function read({ answer }: Ahead): Promise<readonly Answer[]> {
  const response = await answer;
  livePosition.note(response.headers.get(LIVE_POSITION_HEADER));
  return (await response.json()) as readonly Answer[];
}

/** The page without its language: visitors of the root are redirected to theirs. */
const pageOf = ({ pathname, search }: { pathname: string; search: string }): string =>
  splitLocale(pathname).path + search;

/** The answer of an early call; each can be used once. */
function take(path: string, input: unknown): Promise<Answer> | undefined {
  const ahead = globalThis.pokpongAhead;
  if (!ahead || performance.now() > FRESH_MS || pageOf(ahead) !== pageOf(location)) return undefined;
  const index = ahead.calls.findIndex(([known, expected]) => known === path && keyOf(expected) === keyOf(input));
  if (index === -1 || used.has(index)) return undefined;
  used.add(index);
  return (answers ??= read(ahead)).then((all) => {
    const answer = all[index];
    if (!answer) throw new Error('the answer has fewer parts than the call');
    return answer;
  });
}

/**
 * Answers queries with early calls; the others are sent, and so are those that were refused or not answered, since
 * somebody may have signed in meanwhile.
 */
export const aheadLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    // An answer for one person must not be used for the next.
    if (op.type === 'mutation' && op.path.startsWith('auth.')) globalThis.pokpongAhead = undefined;
    const answer = op.type === 'query' ? take(op.path, op.input) : undefined;
    if (!answer) return next(op);
    return observable((observer) => {
      let ended = false;
      let request: { unsubscribe(): void } | undefined;
      const forward = (): void => {
        if (!ended) request = next(op).subscribe(observer);
      };
      answer.then((found) => {
        if (ended) return;
        if ('error' in found) return forward();
        observer.next({ result: { type: 'data', data: found.result.data } });
        observer.complete();
      }, forward);
      return () => {
        ended = true;
        request?.unsubscribe();
      };
    });
  };
