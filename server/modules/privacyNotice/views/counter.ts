import { withScope } from '../../../../db/client.ts';
import type { Locale } from '../../../../shared/locale.ts';
import { bangkokDay } from '../../../../shared/bangkok.ts';
import type { Deps } from '../../../platform/trpc/context.ts';
import { addViews, type Views } from './queries.ts';

/** How long after the first view all views are written together. */
const DELAY_MS = 2000;
/** Counts in memory while they cannot be written; above the limit, notices without a count are ignored. */
const MOST = 10_000;

type Counted = Omit<Views, 'views'> & { views: number };

/** Counts views of public pages in memory, so that a page costs no statement; writes them every two seconds. */
export function viewCounter({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>) {
  let counts = new Map<string, { readonly workspaceId: string; readonly view: Counted }>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const add = (workspaceId: string, view: Views): void => {
    const name = [workspaceId, view.noticeId, view.day, view.language].join(' ');
    const known = counts.get(name);
    if (known) known.view.views += view.views;
    else if (counts.size < MOST) counts.set(name, { workspaceId, view: { ...view } });
  };

  /** Writes the counts; those that cannot be written stay in memory. */
  const write = async (): Promise<void> => {
    const batches = Map.groupBy(counts.values(), ({ workspaceId }) => workspaceId);
    counts = new Map();
    for (const [workspaceId, rows] of batches) {
      const views = rows.map(({ view }) => view);
      try {
        await withScope(db, { workspaceId }, (trx) => addViews(trx, workspaceId, views));
      } catch (error) {
        log.warn({ err: error }, 'views of privacy notices wait');
        for (const view of views) add(workspaceId, view);
      }
    }
  };
  const flush = (): Promise<void> => (writing = writing.then(write));
  const later = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush().then(() => counts.size > 0 && later());
    }, DELAY_MS).unref();
  };

  return {
    /** One more view of the public page of a notice. */
    count(workspaceId: string, noticeId: string, language: Locale): void {
      add(workspaceId, { noticeId, day: bangkokDay(now()), language, views: 1 });
      later();
    },
    /** Writes the remaining counts, once. */
    async close(): Promise<void> {
      clearTimeout(timer);
      await flush();
    },
  };
}
export type ViewCounter = ReturnType<typeof viewCounter>;
