/** Deletes what this browser stores under names that start with `prefix`: somebody signs out. */
export function forgetStored(prefix: string): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
  } catch {
    // Storage is blocked: there is nothing in it.
  }
}
