import { useSyncExternalStore } from 'react';
import { useSession } from '../../shell/session.tsx';
import { forgetStored } from '../../ui/forgetStored.ts';
import { storedIds, storeIds } from '../../ui/storedIds.ts';

const PREFIX = 'pokpong.opened.';
const MOST = 200;
const key = (personnelId: string): string => PREFIX + personnelId;
const listeners = new Set<() => void>();

/** Deletes what is stored of opened documents: somebody signs out. */
export const forgetOpened = (): void => forgetStored(PREFIX);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab may open it.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/**
 * Whether the signed-in person has opened a document in this browser, and a function to store that they have. A hint
 * for themselves: it is not sent to the server, and blocks nothing.
 */
export function useOpened(documentId: string): { opened: boolean; markOpened: () => void } {
  const { personnel: me } = useSession();
  const opened = useSyncExternalStore(subscribe, () => storedIds(key(me.id)).includes(documentId));
  const markOpened = () => {
    storeIds(key(me.id), [...storedIds(key(me.id)).filter((id) => id !== documentId), documentId], MOST);
    for (const listener of listeners) listener();
  };
  return { opened, markOpened };
}
