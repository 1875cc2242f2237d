import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CANCELLABLE, type ImportFacts } from '../../shared/import/schema.ts';
import { Box, Card, chakra, Flex, Text, useFormat } from '../ui/index.ts';

const Track = chakra('div', { base: { height: '2', borderRadius: 'full', bg: 'subtle', overflow: 'hidden' } });
const Fill = chakra('div', {
  base: { height: 'full', borderRadius: 'full', bg: 'accent', transition: 'width 200ms ease-out' },
});

/** The progress of a running job. `cancel` cancels the import while nothing has been written. */
export function WorkingStep({
  record,
  cancel,
}: {
  record: Pick<ImportFacts, 'status' | 'done' | 'total' | 'fileName'>;
  cancel: ReactNode;
}) {
  const { t } = useTranslation('import');
  const { number } = useFormat();
  const { status, done, total } = record;
  const words = t(`working.${status === 'checking' || status === 'running' ? status : 'reading'}`);
  const share = total ? Math.min(1, done / total) : null;
  return (
    <Card title={record.fileName} actions={CANCELLABLE.includes(status) ? cancel : undefined}>
      <Flex justify="space-between" gap="4" mb="2" role="status">
        <Text fontWeight="semibold">{words}</Text>
        {total !== null && (
          <Text color="muted" fontVariantNumeric="tabular-nums">
            {t('working.progress', { done: number(done), total: number(total) })}
          </Text>
        )}
      </Flex>
      <Track
        role="progressbar"
        aria-label={words}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(share !== null && { 'aria-valuenow': Math.round(share * 100) })}
      >
        <Fill style={{ width: share === null ? '15%' : `${Math.max(2, share * 100)}%` }} />
      </Track>
      <Box mt="3" textStyle="dense" color="muted">
        {t('working.leave')}
      </Box>
    </Card>
  );
}
