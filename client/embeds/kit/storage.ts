/** Values kept in this browser under one prefix; in memory where storage is blocked, so that nothing fails. */
export interface Store {
  get<Value>(name: string): Value | null;
  set(name: string, value: unknown): void;
  remove(name: string): void;
  /** Calls back when another tab of the site wrote the value. Answers how to stop. */
  onOtherTab(name: string, heard: () => void): () => void;
}

export function openStore(prefix: string): Store {
  const memory = new Map<string, string>();
  /** localStorage may be missing, throw when touched (blocked, sandboxed frames) or be full. */
  const attempt = <Result>(work: (storage: Storage) => Result): Result | null => {
    try {
      return work(window.localStorage);
    } catch {
      return null;
    }
  };
  return {
    get<Value>(name: string) {
      const text = memory.get(name) ?? attempt((storage) => storage.getItem(prefix + name));
      try {
        return text ? (JSON.parse(text) as Value) : null;
      } catch {
        return null;
      }
    },
    set(name, value) {
      const text = JSON.stringify(value);
      const stored = attempt((storage) => {
        storage.setItem(prefix + name, text);
        return true;
      });
      if (stored) memory.delete(name);
      else memory.set(name, text);
    },
    remove(name) {
      memory.delete(name);
      attempt((storage) => storage.removeItem(prefix + name));
    },
    onOtherTab(name, heard) {
      const listener = (event: StorageEvent) => void (event.key === prefix + name && heard());
      addEventListener('storage', listener);
      return () => removeEventListener('storage', listener);
    },
  };
}

/** A UUIDv4; crypto.randomUUID is missing on pages without https. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 15) | 64;
  bytes[8] = (bytes[8]! & 63) | 128;
  return [...bytes]
    .map((byte, place) => (/^(4|6|8|10)$/.test(String(place)) ? '-' : '') + byte.toString(16).padStart(2, '0'))
    .join('');
}
