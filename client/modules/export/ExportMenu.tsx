import { Download, FileBraces, FileCode, FileDown, FileSpreadsheet, FileText, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EXPORT_KINDS, type ExportFormat } from '../../../shared/registry/exportKinds.ts';
import type { Locale } from '../../../shared/locale.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Button, chakra, IconButton, Popover, useFormat } from '../../ui/index.ts';
import type { ExportButtonProps } from './ExportButton.tsx';
import { isOpen, shareOf, useExports } from './useExports.ts';

const LOCALES: readonly Locale[] = ['th', 'en'];
const ICONS: Record<ExportFormat, typeof FileText> = {
  xlsx: FileSpreadsheet,
  csv: FileSpreadsheet,
  pdf: FileText,
  html: FileCode,
  ttl: FileBraces,
  jsonld: FileBraces,
};

const Choice = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    width: 'full',
    minHeight: '11',
    px: '3',
    py: '2',
    borderRadius: 'control',
    textAlign: 'start',
    cursor: 'pointer',
    '& svg': { boxSize: '1.35em', flexShrink: 0, color: 'accent' },
    '&:hover, &:focus-visible': { bg: 'subtle' },
    '&:focus-visible': { outlineOffset: '-2px' },
    _disabled: { opacity: 0.55, cursor: 'not-allowed' },
  },
});

const Language = chakra('label', {
  base: {
    flex: 1,
    display: 'grid',
    placeItems: 'center',
    minHeight: '9',
    px: '3',
    borderRadius: 'control',
    textStyle: 'dense',
    cursor: 'pointer',
    '&:has(:checked)': { bg: 'surface', fontWeight: 'semibold', boxShadow: '0 1px 2px rgb(0 0 0 / 0.12)' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'accent' },
    '& input': { position: 'absolute', opacity: 0, pointerEvents: 'none' },
  },
});

/** The button itself; see ExportButton. */
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
  const { locale: displayLocale, percent } = useFormat();
  const { start, retry, download, starting, retrying } = useExports();
  const [locale, setLocale] = useState<Locale>(displayLocale);
  const [watched, setWatched] = useState<string | null>(null);
  // What this person has under way of the same is shown here too, after a reload or on another device.
  const mine = trpc.export.list.useQuery({ ws, kind, mine: true, subjectId, pageSize: 1 });
  const [newest] = mine.data?.collection ?? [];
  const current = newest && (isOpen(newest) || newest.id === watched) ? newest : undefined;
  const busy = current !== undefined && isOpen(current);
  const share = current && shareOf(current);
  const words = !busy
    ? t('export')
    : current.status === 'waiting'
      ? t('waiting')
      : share === undefined
        ? t('progressUnknown')
        : t('progress', { percent: percent(share) });

  // Whoever has pressed the button before its code was there has pressed it.
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
            <span aria-live="polite">{words}</span>
            {busy && (
              <chakra.span
                aria-hidden
                position="absolute"
                insetInlineStart="0"
                bottom="0"
                height="3px"
                bg="accent"
                transition="width 400ms ease-out"
                style={{ width: `${Math.max(4, (share ?? 0.04) * 100)}%` }}
              />
            )}
          </Button>
        )}
      >
        {(close) => (
          <Box p="2">
            <Box as="fieldset" p="1" pb="2">
              <chakra.legend textStyle="small" color="muted" px="2" pb="1.5">
                {t('chooseLanguage')}
              </chakra.legend>
              <Box display="flex" gap="1" p="1" bg="subtle" borderRadius="control" position="relative">
                {LOCALES.map((value) => (
                  <Language key={value}>
                    <input
                      type="radio"
                      name={`export-language-${kind}`}
                      checked={locale === value}
                      onChange={() => setLocale(value)}
                    />
                    {t(`language.${value}`)}
                  </Language>
                ))}
              </Box>
            </Box>
            <Box role="group" aria-label={t('chooseFormat')}>
              {formats.map((format) => {
                const Icon = ICONS[format];
                return (
                  <Choice
                    key={format}
                    type="button"
                    disabled={starting}
                    onClick={() => void startExport(format, close)}
                  >
                    <Icon aria-hidden />
                    <span>
                      <chakra.span display="block" fontWeight="semibold" textStyle="dense">
                        {t(`format.${format}`)}
                      </chakra.span>
                      <chakra.span display="block" textStyle="small" color="muted">
                        {t(`formatNote.${format}`)}
                      </chakra.span>
                    </span>
                  </Choice>
                );
              })}
            </Box>
          </Box>
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
      {current?.status === 'failed' && (
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
