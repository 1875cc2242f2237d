import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { atom, useSetAtom } from 'jotai';
import type { LiveEvent } from '../../shared/registry/events.ts';
import { refetchOn } from './queries.ts';
import { followStream, type LiveState } from './stream.ts';
import { trpc } from '../trpc.ts';

/** The live connection, for display. */
export const liveStateAtom = atom<LiveState>({ state: 'off', since: 0 });

const listeners = new Set<(event: LiveEvent) => void>();

/**
 * Keeps the page up to date: subscribes to the workspace's events and refetches affected data. Mounted once, behind the
 * sign-in; `null` while no workspace is known.
 */
export function useLive(ws: string | null): void {
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  const setState = useSetAtom(liveStateAtom);
  useEffect(() => {
    if (ws === null) return;
    const refetch = refetchOn(queryClient, ws);
    const stop = followStream({
      client,
      ws,
      onState: setState,
      onEvent(event) {
        refetch.take(event);
        for (const listener of listeners) listener(event);
      },
    });
    return () => {
      stop();
      refetch.stop();
    };
  }, [ws, client, queryClient, setState]);
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
