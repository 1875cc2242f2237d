import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Path } from '../../../shared/dataFlow/graph.ts';

/** The highlighted path. Nodes subscribe individually, so that hovering one does not render the page again. */
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

/** The state of a node: on the highlighted path, beside it, or nothing is highlighted. */
export function useLitness(key: string): 'lit' | 'dim' | undefined {
  const light = useContext(LightContext);
  return useSyncExternalStore(light.subscribe, () => {
    const path = light.get();
    return path === null ? undefined : path.nodes.has(key) ? 'lit' : 'dim';
  });
}

/** The entire path. */
export const useLitPath = (light: Light): Path | null => useSyncExternalStore(light.subscribe, light.get);
