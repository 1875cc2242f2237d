import { useCallback, useEffect, useRef, useState } from 'react';

/** Input of a form that is not among its values yet: files on their way, and text that a field has yet to adopt. */
export interface PendingUploads {
  /** An upload: resolves to whether its file has arrived, or was removed. `stop` ends it. */
  add: (upload: Promise<boolean>, stop: () => void) => void;
  areThere: () => boolean;
  /** Resolves once none is left: false where one of them failed. */
  ended: () => Promise<boolean>;
  stop: () => void;
  /** Each puts typed text into the value of its field: false where it cannot, which the field then displays. */
  adopters: Set<() => boolean>;
}

export function pendingUploads(): PendingUploads {
  const pending = new Map<Promise<boolean>, () => void>();
  return {
    add: (upload, stop) => {
      pending.set(upload, stop);
      void upload.finally(() => pending.delete(upload));
    },
    areThere: () => pending.size > 0,
    ended: async () => {
      let isWell = true;
      while (pending.size > 0) isWell = (await Promise.all(pending.keys())).every(Boolean) && isWell;
      return isWell;
    },
    stop: () => pending.forEach((stop) => stop()),
    adopters: new Set(),
  };
}

/** `complete`: the values are all there. `refused`: a field displays what it lacks. `closed`: the form is gone. */
export type Arrival = 'complete' | 'refused' | 'failed' | 'closed';

/**
 * A form waits for its uploads, so that nothing is sent without a file that was chosen before. `arrival` resolves once
 * all files have arrived or one has failed; nothing must be sent unless it is complete.
 */
export function usePendingUploads() {
  const [uploads] = useState(pendingUploads);
  const [waiting, setWaiting] = useState(false);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      uploads.stop();
    };
  }, [uploads]);
  const arrival = useCallback(async (): Promise<Arrival> => {
    if (![...uploads.adopters].every((adopt) => adopt())) return 'refused';
    if (!uploads.areThere()) return 'complete';
    setWaiting(true);
    const haveArrived = await uploads.ended();
    setWaiting(false);
    if (!isOpen.current) return 'closed';
    return haveArrived ? 'complete' : 'failed';
  }, [uploads]);
  return { uploads, waiting, arrival };
}
