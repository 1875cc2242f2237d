import { useTranslation } from 'react-i18next';
import type { ExportItem, StartExport } from '../../../shared/export/schema.ts';
import { type ExportAction, exportStatus, isExportOpen } from '../../../shared/export/status.ts';
import { useOpenMoves } from '../../records/useOpenMoves.ts';
import { messageOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { toast, useFormat } from '../../ui/index.ts';
import { downloadFrom } from '../../exports/download.ts';
import { rememberExport } from '../../exports/remembered.ts';

/** Whether it is still going on. */
export const isOpen = ({ status }: Pick<ExportItem, 'status'>): boolean => isExportOpen(status);

/** Finished, but its file was kept for its time and is gone. */
export const isExpired = ({ status, file }: Pick<ExportItem, 'status' | 'file'>): boolean =>
  status === 'done' && file === null;

/** Share that is done, 0 to 1; undefined while it is not known. */
export const shareOf = ({ status, done, total }: Pick<ExportItem, 'status' | 'done' | 'total'>): number | undefined =>
  status === 'done' ? 1 : total === null || total === 0 ? undefined : Math.min(1, done / total);

/** How far an export is that goes on, in words. */
export function useProgressWords(): (item: Pick<ExportItem, 'status' | 'done' | 'total'>) => string {
  const { t } = useTranslation('export');
  const { percent } = useFormat();
  return (item) => {
    const share = shareOf(item);
    if (item.status === 'waiting') return t('waiting');
    return share === undefined ? t('progressUnknown') : t('progress', { percent: percent(share) });
  };
}

/**
 * What can be done with exports. Their rows at the server are the truth: what runs is known after a reload and on
 * another device too, and stays on the list until it is cleared.
 */
export function useExports() {
  const { t } = useTranslation('export');
  const { ws } = useSession();
  const utils = trpc.useUtils();
  const settled = { onSettled: () => utils.export.invalidate() };
  const startCall = trpc.export.start.useMutation(settled);
  const retryCall = trpc.export.retry.useMutation(settled);
  const clearCall = trpc.export.clear.useMutation(settled);
  const openMoves = useOpenMoves(exportStatus);
  const reportError = (error: unknown) => void toast.error(messageOf(error) ?? t('failed'));
  return {
    /** Whether somebody who can read the export can do this with it now. */
    can: (action: ExportAction, { status }: Pick<ExportItem, 'status'>) => openMoves(status).includes(action),
    starting: startCall.isPending,
    retrying: retryCall.isPending,
    start: (wanted: StartExport) =>
      startCall.mutateAsync({ ws, ...wanted }).then((item) => {
        rememberExport(ws, item.id);
        toast.info(t('started'), { detail: t('startedDetail') });
        return item;
      }, reportError),
    retry: (id: string) => retryCall.mutateAsync({ ws, id }).then(() => rememberExport(ws, id), reportError),
    clear: (id: string) => clearCall.mutateAsync({ ws, id }).then(() => void toast.success(t('cleared')), reportError),
    download: (item: ExportItem) => void (item.file && downloadFrom(item.file)),
  };
}
