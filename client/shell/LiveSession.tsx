import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useLive, useLiveEvent } from '../live/live.ts';
import { rememberedExports } from '../modules/export/remembered.ts';
import { trpc } from '../trpc.ts';
import { useSession } from './session.tsx';

/** Ends of an export, which only the one who asked for it hears of. */
const EXPORT_ENDS = { entity: 'export', event: ['export.finished', 'export.failed'] } as const;

/**
 * Keeps what is shown true to the server while somebody is in a workspace, and tells him of his exports on any page.
 */
export function LiveSession({ children }: { children: ReactNode }) {
  const { ws } = useSession();
  const utils = trpc.useUtils();
  useLive(ws);
  useEffect(() => {
    if (rememberedExports(ws).length === 0) return;
    const gone = new AbortController();
    void import('../modules/export/notices.ts').then(({ catchUp }) => catchUp(utils, ws, gone.signal)).catch(() => {});
    return () => gone.abort();
  }, [utils, ws]);
  useLiveEvent(
    EXPORT_ENDS,
    ({ id }) =>
      void import('../modules/export/notices.ts').then(({ tellExport }) => tellExport(utils, ws, id)).catch(() => {}),
  );
  return children;
}
