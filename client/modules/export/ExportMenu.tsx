import { Download, FileDown, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EXPORT_KINDS, type ExportFormat } from '../../../shared/registry/exportKinds.ts';
import type { Locale } from '../../../shared/locale.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Button, chakra, IconButton, Popover, useFormat } from '../../ui/index.ts';
import type { ExportButtonProps } from './ExportButton.tsx';
import { ExportChoices } from './ExportChoices.tsx';
import { isOpen, shareOf, useExports, useProgressWords } from './useExports.ts';

/** The implementation of ExportButton, loaded on demand. */
export default function ExportMenu({
  kind,
  formats = EXPORT_KINDS[kind].formats,
  subjectId,
  input,
  size = 'md',
  look = 'plain',
  openNow,
}: ExportButtonProps & { openNow: boolean }) {
  const { t } = useTranslation('export');
  const { ws } = useSession();
  const { locale: displayLocale } = useFormat();
  const words = useProgressWords();
  const { can, start, retry, download, starting, retrying } = useExports();
  const [locale, setLocale] = useState<Locale>(displayLocale);
  const [watched, setWatched] = useState<string | null>(null);
  // Also displays the user's running exports of the same data after a reload or from another device.
  const mine = trpc.export.list.useQuery({ ws, kind, mine: true, subjectId, pageSize: 1 });
  const [newest] = mine.data?.collection ?? [];
  const current = newest && (isOpen(newest) || newest.id === watched) ? newest : undefined;
  const busy = current !== undefined && isOpen(current);

  // A press before the code was loaded counts as a press.
  const box = useRef<HTMLDivElement>(null);
  const [press] = useState(openNow);
  useEffect(() => {
    if (press) box.current?.querySelector('button')?.click();
  }, [press]);

  const startExport = async (format: ExportFormat, close: () => void) => {
    close();
    const item = await start({ kind, format, locale, subjectId: subjectId ?? null, input });
    if (item) setWatched(item.id);
  };

  return (
    <Box ref={box} display="inline-flex" alignItems="center" gap="1">
      <Popover
        label={t('chooseFormat')}
        width="min(19rem, calc(100vw - 32px))"
        trigger={(props) => (
          <Button
            {...props}
            look={look}
            size={size}
            icon={<FileDown aria-hidden />}
            loading={starting}
            position="relative"
            overflow="hidden"
          >
            <span aria-live="polite">{busy ? words(current) : t('export')}</span>
            {busy && <ProgressBar share={shareOf(current) ?? 0.04} />}
          </Button>
        )}
      >
        {(close) => (
          <ExportChoices
            {...{ kind, formats, locale }}
            onLocale={setLocale}
            disabled={starting}
            onFormat={(format) => void startExport(format, close)}
          />
        )}
      </Popover>
      {current?.file && (
        <IconButton
          size={size}
          label={t('downloadName', { name: current.file.name })}
          icon={<Download />}
          onClick={() => download(current)}
        />
      )}
      {current && can('retry', current) && (
        <IconButton
          size={size}
          label={`${t('failed')} ${t('retry')}`}
          icon={<RotateCcw />}
          disabled={retrying}
          onClick={() => void retry(current.id)}
        />
      )}
    </Box>
  );
}

/** A progress bar at the bottom edge of the button; share from 0 to 1. */
function ProgressBar({ share }: { share: number }) {
  return (
    <chakra.span
      aria-hidden
      position="absolute"
      insetInlineStart="0"
      bottom="0"
      height="3px"
      data-fill="solid"
      bg="accent"
      transition="width 200ms ease-out"
      style={{ width: `${Math.max(4, share * 100)}%` }}
    />
  );
}
