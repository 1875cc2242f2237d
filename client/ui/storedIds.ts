/** Ids that this browser stores under a name, oldest first; none where storage is blocked or holds something else. */
export function storedIds(name: string): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Stores the newest `most` of them. Where storage is blocked, nothing is stored. */
export function storeIds(name: string, ids: readonly string[], most: number): void {
  try {
    if (ids.length === 0) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(ids.slice(-most)));
  } catch {
    // What is stored is a hint to the person: the server has all of it.
  }
}
