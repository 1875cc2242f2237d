import { useCallback, useEffect, useRef, useState } from 'react';
import type { Option } from './Combobox.tsx';

/** Fetches one page of options; page counts from 1. With an `id`, fetches its option, if it is still a choice. */
export type LoadOptions = (request: {
  query: string;
  page: number;
  signal: AbortSignal;
  id?: string;
}) => Promise<{ options: readonly Option[]; hasMore: boolean }>;

const typingPauseMs = 250;

interface Found {
  /** The search that it answers. */
  query?: string;
  options: readonly Option[];
  page: number;
  hasMore: boolean;
  status: 'ready' | 'loading' | 'failed';
}

const nothing: Found = { options: [], page: 0, hasMore: false, status: 'loading' };

/** Options that the server searches, page by page; outdated answers are ignored. */
export function useOptions(load: LoadOptions) {
  const [query, setQuery] = useState('');
  const [wanted, setWanted] = useState(false);
  const [found, setFound] = useState<Found>(nothing);
  const running = useRef<AbortController>(undefined);
  const latest = useRef(load);
  latest.current = load;

  const fetchPage = useCallback(async (text: string, page: number) => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setFound((before) => ({ ...(page === 1 ? nothing : before), status: 'loading' }));
    try {
      const answer = await latest.current({ query: text, page, signal: control.signal });
      if (control.signal.aborted) return;
      setFound((before) => ({
        query: text,
        options: page === 1 ? answer.options : [...before.options, ...answer.options],
        page,
        hasMore: answer.hasMore,
        status: 'ready',
      }));
    } catch {
      if (!control.signal.aborted) setFound((before) => ({ ...before, query: text, status: 'failed' }));
    }
  }, []);

  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => void fetchPage(query.trim(), 1), query === '' ? 0 : typingPauseMs);
    return () => clearTimeout(timer);
  }, [wanted, query, fetchPage]);
  useEffect(() => () => running.current?.abort(), []);
  // Those of the previous search must not be chosen by whoever types on and presses Enter.
  const { options, status } = found.query === query.trim() ? found : nothing;

  return {
    query,
    setQuery,
    /** Starts loading; call on opening. */
    open: () => setWanted(true),
    options,
    status,
    retry: () => void fetchPage(query.trim(), found.page + 1),
    more: found.hasMore ? () => void fetchPage(query.trim(), found.page + 1) : undefined,
  };
}
