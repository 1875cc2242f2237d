import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '../../shared/registry/events.ts';
import { trpc } from '../trpc.ts';
import { whenIdle } from '../ui/whenIdle.ts';
import { liveState } from './state.ts';

/** Between two attempts to load the code of live events. */
const RETRY_MS = 5000;

const listeners = new Set<(event: LiveEvent) => void>();

/**
 * Keeps the page up to date: subscribes to the workspace's events and refetches affected data. Mounted once, behind the
 * sign-in; `null` while no workspace is known.
 */
export function useLive(ws: string | null): void {
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (ws === null) return;
    const onEvent = (event: LiveEvent) => {
      for (const listener of listeners) listener(event);
    };
    let stop: (() => void) | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const start = () =>
      void import('./follow.ts').then(
        ({ follow }) => {
          if (!isOver) stop = follow({ client, queryClient, ws, onState: liveState.set, onEvent });
        },
        () => {
          if (isOver) return;
          liveState.set({ state: 'lost', since: Date.now() });
          retry = setTimeout(start, RETRY_MS);
        },
      );
    // The page is drawn first. Events that happen meanwhile are not missed: the page knows since when to ask.
    const cancel = whenIdle(start, { always: true });
    return () => {
      isOver = true;
      cancel();
      clearTimeout(retry);
      stop?.();
    };
  }, [ws, client, queryClient]);
}

export interface LiveFilter {
  entity?: string | readonly string[];
  event?: string | readonly string[];
  id?: string;
}

const allows = (wanted: string | readonly string[] | undefined, value: string): boolean =>
  wanted === undefined || (typeof wanted === 'string' ? wanted === value : wanted.includes(value));

/**
 * Calls `callback` for each matching event as it arrives: for a highlight, or a bar with "3 new". It never gets
 * `resync`.
 * @example useLiveEvent({ entity: 'application' }, ({ id }) => setChanged((ids) => new Set(ids).add(id)))
 */
export function useLiveEvent(filter: LiveFilter, callback: (event: LiveEvent) => void): void {
  const latest = useRef({ filter, callback });
  useEffect(() => {
    latest.current = { filter, callback };
  });
  useEffect(() => {
    const listener = (event: LiveEvent) => {
      const wanted = latest.current.filter;
      if (event.event === 'resync' || !allows(wanted.entity, event.entity) || !allows(wanted.event, event.event))
        return;
      if (wanted.id === undefined || wanted.id === event.id) latest.current.callback(event);
    };
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}
