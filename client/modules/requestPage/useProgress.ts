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
  /** The time since which requests fail; null: the last one succeeded. */
  const [failedAt, setFailedAt] = useState<number | null>(null);
  const revision = useRef<string | undefined>(undefined);
  const lookNow = useRef(() => {});

  const show = (next: RequestProgress) => {
    revision.current = next.revision;
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
        if (next) show(next);
        setFailedAt(null);
      } catch (error) {
        if (isStopped) return;
        if (statusOf(error) === 401) {
          onEnded();
          return;
        }
        wait = Math.min(wait * 2, SLOWEST_MS);
        setFailedAt((since) => since ?? Date.now());
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

  return { progress, failedAt, show, retry: () => lookNow.current() };
}
