import { useState } from 'react';
import { useGoLater } from '../shell/navigation.ts';
import { useSession } from '../shell/session.tsx';
import { toast } from '../ui/index.ts';
import type { ImportKind, ImportTypes } from './kind.ts';

/** Saves the mapping; then starts the check of every row, or reading another part of the file. */
export function useSend<T extends ImportTypes>(kind: ImportKind<T>, { id, rowVersion }: T['record']) {
  const { ws } = useSession();
  const goLater = useGoLater();
  const cache = kind.useCache();
  const [busy, setBusy] = useState<'check' | 'read' | null>(null);
  const save = kind.router.setMapping.useMutation();
  const check = kind.router.check.useMutation();
  const send = async (
    then: 'check' | 'read',
    mapping: T['record']['mapping'],
    place: { sheet: number; headingRow: number },
  ) => {
    setBusy(then);
    const go = goLater();
    try {
      const saved = await save.mutateAsync({ ws, id, rowVersion, ...place, ...mapping });
      cache.get.setData(
        { ws, id },
        then === 'check' ? await check.mutateAsync({ ws, id, rowVersion: saved.rowVersion }) : saved,
      );
      go(kind.address({ id }), { replace: true });
    } catch (error) {
      setBusy(null);
      toast.error(error instanceof Error ? error.message : String(error));
      await cache.get.invalidate({ ws, id });
    }
  };
  return { busy, send };
}
