import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';

const storageKey = 'pokpong_chunk_reload';
const throttleMs = 60_000;

/** Whether the error says that a part of the program could not be fetched. */
export function isChunkError(error: unknown): boolean {
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  return /dynamically imported module|module script failed|preload CSS|ChunkLoadError|error loading/i.test(text);
}

/**
 * Reloads the page after a failed load of a part, at most once per 60 s: after a release the old
 * parts are gone. Returns whether the page reloads.
 */
export function reloadOnce(now: number = Date.now()): boolean {
  try {
    const last = Number(sessionStorage.getItem(storageKey) ?? 0);
    if (now - last < throttleMs) return false;
    sessionStorage.setItem(storageKey, String(now));
  } catch {
    return false; // Without a memory it could reload for ever.
  }
  location.reload();
  return true;
}

/**
 * A screen in a chunk of its own, which reloads the page once when the chunk is gone.
 * @example const ConsentList = lazyScreen(() => import('./modules/consent/ListPage.tsx'));
 */
// React's own `lazy` has this constraint.
// eslint-disable-next-line typescript/no-explicit-any
export function lazyScreen<T extends ComponentType<any>>(load: () => Promise<{ default: T }>): LazyExoticComponent<T> {
  return lazy(async () => {
    try {
      return await load();
    } catch (error) {
      // While the page reloads nothing more is drawn, so the promise stays open.
      if (isChunkError(error) && reloadOnce()) return await new Promise<never>(() => {});
      throw error;
    }
  });
}
