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

/** Whether it is still running. */
export const isOpen = ({ status }: Pick<ExportItem, 'status'>): boolean => isExportOpen(status);

/** Finished, but its file has expired. */
export const isExpired = ({ status, file }: Pick<ExportItem, 'status' | 'file'>): boolean =>
  status === 'done' && file === null;

/** The completed share, 0 to 1; undefined if unknown. */
export const shareOf = ({ status, done, total }: Pick<ExportItem, 'status' | 'done' | 'total'>): number | undefined =>
  status === 'done' ? 1 : total === null || total === 0 ? undefined : Math.min(1, done / total);

/** The progress of a running export as text. */
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
 * Operations on exports. The server's rows are the source of truth: running exports are also displayed after a reload
 * and on other devices, and stay in the list until they are cleared.
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
  const reportError = (error: unknown) => void toast.error(messageOf(error, t('failed')));
  return {
    /** Whether a user who can read the export may perform this action on it now. */
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
