import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Path } from '../../../shared/dataFlow/graph.ts';

/** Which path is lit. Nodes listen each for themselves, so that pointing at one does not draw the page anew. */
export interface Light {
  get: () => Path | null;
  set: (path: Path | null) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createLight(): Light {
  let path: Path | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => path,
    set(next) {
      if (next === path) return;
      path = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const LightContext = createContext<Light>(createLight());

/** How a node stands: on the lit path, beside it, or nothing is lit. */
export function useLitness(key: string): 'lit' | 'dim' | undefined {
  const light = useContext(LightContext);
  return useSyncExternalStore(light.subscribe, () => {
    const path = light.get();
    return path === null ? undefined : path.nodes.has(key) ? 'lit' : 'dim';
  });
}

/** The whole path. */
export const useLitPath = (light: Light): Path | null => useSyncExternalStore(light.subscribe, light.get);
