import { useTranslation } from 'react-i18next';
import type { ExportItem } from '../../../shared/export/schema.ts';
import { Box, chakra, ProgressBar, useFormat } from '../../ui/index.ts';
import { shareOf, useProgressWords } from './useExports.ts';

/** The progress of an export: a bar, and the numbers beside it. */
export function ExportProgress({ item }: { item: ExportItem }) {
  const { t } = useTranslation('export');
  const { number } = useFormat();
  const words = useProgressWords();
  const share = shareOf(item);
  return (
    <Box minWidth="8rem" maxWidth="16rem">
      <Box
        display="flex"
        justifyContent="space-between"
        gap="3"
        textStyle="small"
        mb="1"
        fontVariantNumeric="tabular-nums"
      >
        <span>{words(item)}</span>
        {share !== undefined && item.total !== null && item.total > 1 && (
          <chakra.span color="muted">
            {t('progressOf', { done: number(item.done), total: number(item.total) })}
          </chakra.span>
        )}
      </Box>
      <ProgressBar label={t('progressLabel')} share={share} />
    </Box>
  );
}
