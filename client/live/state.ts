import { useSyncExternalStore } from 'react';
import type { LiveState } from './stream.ts';

let current: LiveState = { state: 'off', since: 0 };
const listeners = new Set<() => void>();

/** The live connection of this page. A value of its own: a library for one is 4 kB of the first screen. */
export const liveState = {
  get: (): LiveState => current,
  set(next: LiveState): void {
    current = next;
    for (const listener of listeners) listener();
  },
  /** @returns ends it */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** The live connection, for display. */
export const useLiveState = (): LiveState => useSyncExternalStore(liveState.subscribe, liveState.get);
