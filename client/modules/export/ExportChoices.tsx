import { FileBraces, FileCode, FileSpreadsheet, FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ExportFormat, ExportKind } from '../../../shared/registry/exportKinds.ts';
import { type Locale, LOCALES } from '../../../shared/locale.ts';
import { Box, chakra } from '../../ui/index.ts';

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

interface Props {
  kind: ExportKind;
  formats: readonly ExportFormat[];
  locale: Locale;
  onLocale: (locale: Locale) => void;
  disabled: boolean;
  onFormat: (format: ExportFormat) => void;
}

/** Language and format of an export; selecting a format starts it. */
export function ExportChoices({ kind, formats, locale, onLocale, disabled, onFormat }: Props) {
  const { t } = useTranslation('export');
  return (
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
                onChange={() => onLocale(value)}
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
            <Choice key={format} type="button" disabled={disabled} onClick={() => onFormat(format)}>
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
  );
}
