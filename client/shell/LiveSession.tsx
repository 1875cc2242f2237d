import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useLive, useLiveEvent } from '../live/live.ts';
import { rememberedExports } from '../exports/remembered.ts';
import { trpc } from '../trpc.ts';
import { useSession } from './session.tsx';

/** Ends of an export, which only the requester is notified of. */
const EXPORT_ENDS = { entity: 'export', event: ['export.finished', 'export.failed'] } as const;

/** Keeps displayed data up to date while somebody is in a workspace, and notifies them of their exports on any page. */
export function LiveSession({ children }: { children: ReactNode }) {
  const { ws, personnel } = useSession();
  const utils = trpc.useUtils();
  useLive(ws);
  useEffect(() => {
    if (rememberedExports(ws).length === 0) return;
    const aborter = new AbortController();
    void import('../exports/notices.ts').then(({ catchUp }) => catchUp(utils, ws, aborter.signal)).catch(() => {});
    return () => aborter.abort();
  }, [utils, ws, personnel.id]);
  useLiveEvent(
    EXPORT_ENDS,
    ({ id }) =>
      void import('../exports/notices.ts').then(({ notifyExport }) => notifyExport(utils, ws, id)).catch(() => {}),
  );
  return children;
}
