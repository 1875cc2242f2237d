import { storedIds, storeIds } from '../ui/storedIds.ts';

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

const read = (ws: string): string[] => storedIds(key(ws));
const write = (ws: string, ids: readonly string[]): void => storeIds(key(ws), ids, MOST);

/** Exports started in this browser whose end was not yet announced: stored across reloads (spec 1 section 4.4). */
export const rememberedExports = read;

export const rememberExport = (ws: string, id: string): void =>
  write(ws, [...read(ws).filter((other) => other !== id), id]);

export const forgetExport = (ws: string, id: string): void =>
  write(
    ws,
    read(ws).filter((other) => other !== id),
  );
