/** Values stored in this browser under one prefix; in memory where storage is blocked, so that nothing fails. */
export interface Store {
  get<Value>(name: string): Value | null;
  set(name: string, value: unknown): void;
  remove(name: string): void;
  /** Calls back when another tab of the site wrote the value. @returns stops it */
  onOtherTab(name: string, changed: () => void): () => void;
}

export function openStore(prefix: string): Store {
  const memory = new Map<string, string>();
  /** localStorage can be missing, throw on access (blocked, sandboxed frames) or be full. */
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
    onOtherTab(name, changed) {
      const listener = (event: StorageEvent) => void (event.key === prefix + name && changed());
      addEventListener('storage', listener);
      return () => removeEventListener('storage', listener);
    },
  };
}

/** A UUIDv4; crypto.randomUUID is missing on pages without https. */
export function randomId(): string {
  // Each 0 and 1 is replaced by four random bits, the 8 by two of them; the 4 is the version.
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
    (+digit ^ (crypto.getRandomValues(new Uint8Array(1))[0]! & (15 >> (+digit / 4)))).toString(16),
  );
}
