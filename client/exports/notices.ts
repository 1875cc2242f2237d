import i18next from 'i18next';
import { isExportOpen } from '../../shared/export/status.ts';
import { loadDeferredTexts } from '../i18n.ts';
import { messageOf } from '../shell/errors.ts';
import { isPassing, type trpc } from '../trpc.ts';
import { toast } from '../ui/index.ts';
import { downloadFrom } from './download.ts';
import { exportTitle } from './exportTitle.ts';
import { forgetExport, rememberedExports, rememberExport } from './remembered.ts';

type Utils = ReturnType<typeof trpc.useUtils>;

const ASK_MS = 3000;

/** Notifies of exports that ended while no page was open: between two pages, or before a reload. */
export async function catchUp(utils: Utils, ws: string, signal: AbortSignal): Promise<void> {
  for (let open = rememberedExports(ws); open.length > 0 && !signal.aborted; open = rememberedExports(ws)) {
    for (const id of open)
      await notifyExport(utils, ws, id).catch((error: unknown) => {
        // One that is gone; without a connection it is asked for again.
        if (!isPassing(error)) forgetExport(ws, id);
      });
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
}

/**
 * Notifies the requester that their export has ended, with the download, or with another attempt; nothing while it is
 * running.
 */
export async function notifyExport(utils: Utils, ws: string, id: string): Promise<void> {
  const [item] = await Promise.all([utils.client.export.get.query({ ws, id }), loadDeferredTexts()]);
  if (isExportOpen(item.status)) return;
  forgetExport(ws, id);
  const t = i18next.getFixedT(i18next.language, 'export');
  const { file } = item;
  const what = [exportTitle(item.kind), item.subject].filter(Boolean).join(' · ');
  if (item.status === 'done' && file) {
    toast.success(t('ready'), {
      detail: what,
      durationMs: 15_000,
      action: { label: t('download'), onSelect: () => downloadFrom(file) },
    });
  } else if (item.status === 'failed') {
    const again = () =>
      void utils.client.export.retry
        .mutate({ ws, id })
        .then(() => rememberExport(ws, id))
        .catch((error: unknown) => toast.error(messageOf(error)))
        .finally(() => void utils.export.invalidate());
    toast.error(t('failed'), { detail: what, durationMs: 15_000, action: { label: t('retry'), onSelect: again } });
  }
}
