import i18next from 'i18next';
import { loadLateTexts } from '../../i18n.ts';
import type { trpc } from '../../trpc.ts';
import { toast } from '../../ui/index.ts';
import { downloadFrom } from './download.ts';

type Utils = ReturnType<typeof trpc.useUtils>;

/** Tells the one who asked that his export has ended, with the download, or with another try. */
export async function tellExport(utils: Utils, ws: string, id: string): Promise<void> {
  const [item] = await Promise.all([utils.client.export.get.query({ ws, id }), loadLateTexts()]);
  const t = i18next.getFixedT(i18next.language, 'export');
  const { file } = item;
  const what = [t(`kind.${item.kind}`), item.subject].filter(Boolean).join(' · ');
  if (item.status === 'done' && file) {
    toast.success(t('ready'), { detail: what, durationMs: 15_000, action: { label: t('download'), onSelect: () => downloadFrom(file) } });
  } else if (item.status === 'failed') {
    const again = () => void utils.client.export.retry.mutate({ ws, id }).catch(() => {}).finally(() => void utils.export.invalidate());
    toast.error(t('failed'), { detail: what, durationMs: 15_000, action: { label: t('retry'), onSelect: again } });
  }
}
