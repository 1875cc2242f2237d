import { useEffect, useRef, useState } from 'react';
import type { RequestProgress } from '../../../shared/requestMessage/schema.ts';
import { statusOf } from '../../shell/errors.ts';
import { trpc } from '../../trpc.ts';

/** The poll interval after a change, and the maximum interval. */
const FIRST_MS = 4000;
const SLOWEST_MS = 60_000;

/**
 * The displayed state of a request, kept up to date. The data subject has no account and therefore no socket: the
 * server is polled, less often the longer nothing changes, not at all while the page is hidden, and immediately when it
 * becomes visible again.
 */
export function useProgress(session: string, onEnded: () => void) {
  const { client } = trpc.useUtils();
  const [progress, setProgress] = useState<RequestProgress | null>(null);
  /** Requests fail, and when one was last answered (null: none was); null: the last one succeeded. */
  const [failure, setFailure] = useState<{ loadedAt: number | null } | null>(null);
  const loadedAt = useRef<number | null>(null);
  const revision = useRef<string | undefined>(undefined);
  const lookNow = useRef(() => {});

  const show = (next: RequestProgress) => {
    revision.current = next.revision;
    loadedAt.current = Date.now();
    setProgress(next);
  };

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    let wait = FIRST_MS;
    const look = async () => {
      clearTimeout(timer);
      try {
        const next = await client.requestMessage.subject.read.mutate(
          { session, revision: revision.current },
          { context: { quiet: true } },
        );
        if (isStopped) return;
        wait = next ? FIRST_MS : Math.min(wait * 1.5, SLOWEST_MS);
        loadedAt.current = Date.now();
        if (next) show(next);
        setFailure(null);
      } catch (error) {
        if (isStopped) return;
        if (statusOf(error) === 401) {
          onEnded();
          return;
        }
        wait = Math.min(wait * 2, SLOWEST_MS);
        setFailure({ loadedAt: loadedAt.current });
      }
      if (!document.hidden) timer = setTimeout(look, wait);
    };
    const wake = () => {
      if (document.hidden) return;
      wait = FIRST_MS;
      void look();
    };
    lookNow.current = wake;
    void look();
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('online', wake);
    return () => {
      isStopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('online', wake);
    };
  }, [client, session, onEnded]);

  return { progress, failure, show, retry: () => lookNow.current() };
}
