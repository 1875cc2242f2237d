/** Values stored in this browser under one prefix; in memory where storage is blocked, so that nothing fails. */
export interface Store {
  get<Value>(name: string): Value | null;
  set(name: string, value: unknown): void;
  /** Whether a value that was set outlives the page. */
  isStored(name: string): boolean;
  remove(name: string): void;
}

export function openStore(prefix: string): Store {
  const memory = new Map<string, string>();
  // localStorage can be missing, throw on access (blocked, sandboxed frames) or be full.
  return {
    get<Value>(name: string) {
      try {
        return JSON.parse(memory.get(name) ?? localStorage.getItem(prefix + name) ?? 'null') as Value | null;
      } catch {
        return null;
      }
    },
    set(name, value) {
      const text = JSON.stringify(value);
      try {
        localStorage.setItem(prefix + name, text);
        memory.delete(name);
      } catch {
        // An earlier value must not come back on the next page.
        this.remove(name);
        memory.set(name, text);
      }
    },
    isStored: (name) => !memory.has(name),
    remove(name) {
      memory.delete(name);
      try {
        localStorage.removeItem(prefix + name);
      } catch {
        // There was none.
      }
    },
  };
}

/** Names of the values stored under `prefix` that begin with `start`; those in memory are of this page alone. */
export function namesFrom(prefix: string, start: string): string[] {
  try {
    return Object.keys(localStorage).flatMap((name) =>
      name.startsWith(prefix + start) ? name.slice(prefix.length) : [],
    );
  } catch {
    return [];
  }
}

/** A UUIDv4; crypto.randomUUID is missing on pages without https. */
export function randomId(): string {
  // Each 0 and 1 is replaced by four random bits, the 8 by two of them; the 4 is the version.
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
    (+digit ^ (crypto.getRandomValues(new Uint8Array(1))[0]! & (15 >> (+digit / 4)))).toString(16),
  );
}
