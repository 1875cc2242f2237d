import { useState } from 'react';

/** Uploads of a form that have not ended; each resolves to whether its file has arrived, or was removed. */
export interface PendingUploads {
  add: (upload: Promise<boolean>) => void;
  areThere: () => boolean;
  /** Resolves once none is left: false where one of them failed. */
  ended: () => Promise<boolean>;
}

export function pendingUploads(): PendingUploads {
  const pending = new Set<Promise<boolean>>();
  return {
    add: (upload) => {
      pending.add(upload);
      void upload.finally(() => pending.delete(upload));
    },
    areThere: () => pending.size > 0,
    ended: async () => {
      let isWell = true;
      while (pending.size > 0) isWell = (await Promise.all(pending)).every(Boolean) && isWell;
      return isWell;
    },
  };
}

/**
 * A form waits for its uploads, so that nothing is sent without a file that was chosen before. `afterUploads` runs its
 * work once all files have arrived, and not at all where one failed.
 */
export function usePendingUploads() {
  const [uploads] = useState(pendingUploads);
  const [waiting, setWaiting] = useState(false);
  const afterUploads = async (work: () => Promise<unknown>) => {
    if (!uploads.areThere()) return work();
    setWaiting(true);
    const haveArrived = await uploads.ended();
    setWaiting(false);
    if (haveArrived) await work();
  };
  return { uploads, waiting, afterUploads };
}
