import { useTranslation } from 'react-i18next';
import type { ExportItem } from '../../../shared/export/schema.ts';
import { Box, chakra, useFormat } from '../../ui/index.ts';
import { shareOf, useProgressWords } from './useExports.ts';

const Track = chakra('div', {
  base: { position: 'relative', height: '1.5', borderRadius: 'full', bg: 'subtle', overflow: 'hidden' },
});
const Fill = chakra('div', {
  base: {
    height: 'full',
    borderRadius: 'full',
    bg: 'accent',
    transition: 'width 400ms ease-out',
    '&[data-moving]': { width: '40%', animation: 'pulse 1.4s ease-in-out infinite' },
  },
});

/** How far an export is: a bar, and beside it what is done in numbers. */
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
      <Track
        role="progressbar"
        aria-label={t('progressLabel')}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(share !== undefined && { 'aria-valuenow': Math.round(share * 100) })}
      >
        <Fill
          {...(share === undefined ? { 'data-moving': '' } : { style: { width: `${Math.max(2, share * 100)}%` } })}
        />
      </Track>
    </Box>
  );
}
