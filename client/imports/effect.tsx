import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner, Box, Card, Text } from '../ui/index.ts';

/** The effect of an import in words; `done`: what it did. */
export function EffectCard({ done, children }: { done: boolean; children: ReactNode }) {
  const { t } = useTranslation('import');
  return (
    <Card title={t(done ? 'done.did' : 'checked.what')}>
      <Box display="grid" gap="2">
        {children}
      </Box>
    </Card>
  );
}

/** Rows that are left out, and why; nothing without any. */
export function RowNotes({ notes }: { notes: readonly (string | false)[] }) {
  const texts = notes.filter((note) => note !== false);
  return (
    texts.length > 0 && (
      <Banner>
        {texts.map((text) => (
          <Text key={text}>{text}</Text>
        ))}
      </Banner>
    )
  );
}

interface AcceptedRowsProps {
  summary: { accepted: number; unchanged: number };
  children: ReactNode;
}

/** The effect of the rows that would be imported, or why none would be. */
export function AcceptedRows({ summary: { accepted, unchanged }, children }: AcceptedRowsProps) {
  const { t } = useTranslation('import');
  if (accepted > 0) return children;
  if (unchanged > 0) return <Banner tone="ok">{t('checked.nothingNew')}</Banner>;
  return <Banner tone="danger">{t('checked.noneRight')}</Banner>;
}
