/** Names under which exports are stored, of every workspace; deleted when somebody signs out. */
export const EXPORTS_PREFIX = 'pokpong.exports.';
const MOST = 20;

/** Whose exports these are: a browser can be shared. */
let owner = '';
const key = (ws: string): string => `${EXPORTS_PREFIX}${ws}.${owner}`;

/** Sets who is signed in: from now on only the exports of that member are read. */
export function exportsOf(personnelId: string): void {
  owner = personnelId;
}

function read(ws: string): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(key(ws)) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return []; // storage is blocked, or another program wrote to it
  }
}

function write(ws: string, ids: readonly string[]): void {
  try {
    if (ids.length === 0) localStorage.removeItem(key(ws));
    else localStorage.setItem(key(ws), JSON.stringify(ids.slice(-MOST)));
  } catch {
    // Then nobody is notified after a reload; the list of reports has them anyway.
  }
}

/** Exports started in this browser whose end was not yet announced: stored across reloads (spec 1 section 4.4). */
export const rememberedExports = read;

export const rememberExport = (ws: string, id: string): void =>
  write(ws, [...read(ws).filter((other) => other !== id), id]);

export const forgetExport = (ws: string, id: string): void =>
  write(
    ws,
    read(ws).filter((other) => other !== id),
  );
