const storageKey = 'pokpong_chunk_reload';
const throttleMs = 60_000;

/** Whether the error means that a chunk could not be loaded. */
export function isChunkError(error: unknown): boolean {
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  return /dynamically imported module|module script failed|preload CSS|ChunkLoadError|error loading/i.test(text);
}

/** Whether the server answers: not at all, with the running version, or with a newer one. */
export async function askServer(): Promise<'away' | 'same' | 'newer'> {
  try {
    const response = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' });
    if (!response.ok) return 'away';
    const page = await response.text();
    const running = [...document.querySelectorAll('script[type=module][src]')].map((one) => one.getAttribute('src'));
    return running.every((file) => file !== null && page.includes(file)) ? 'same' : 'newer';
  } catch {
    return 'away';
  }
}

/** Reloads the page, at most once per 60 s, and not if the browser would ask first. @returns whether it does */
function reloadOnce(): boolean {
  // Something is unsaved: where the answer is no, the page stays.
  if (!dispatchEvent(new Event('beforeunload', { cancelable: true }))) return false;
  const now = Date.now();
  try {
    const last = Number(sessionStorage.getItem(storageKey) ?? 0);
    if (now - last < throttleMs) return false;
    sessionStorage.setItem(storageKey, String(now));
  } catch {
    return false; // Without storage it could reload in an endless loop.
  }
  location.reload();
  return true;
}

/**
 * Loads a chunk. If that fails it is requested again where the server answers; where the server has a newer version,
 * whose chunks have other names, the page is reloaded.
 * @throws the error of loading: without a server, or with unsaved input, the page stays as it is
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (!isChunkError(error)) throw error;
    const server = await askServer();
    // While the page reloads nothing more is rendered, so the promise stays pending.
    if (server === 'newer' && reloadOnce()) return await new Promise<never>(() => {});
    if (server === 'same') return await load();
    throw error;
  }
}
