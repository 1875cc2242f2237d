import { useTranslation } from 'react-i18next';
import type { Dpia } from '../../../../shared/dpia/schema.ts';
import { Card, chakra, RelativeTime, Text } from '../../../ui/index.ts';
import { ExportButton } from '../../export/ExportButton.tsx';

/** Decisions that no assessment was required, newest first, each exportable; renders nothing without any. */
export function Decisions({ record: { id, decisions } }: { record: Dpia }) {
  const { t } = useTranslation('dpiaDecision');
  if (decisions.length === 0) return null;
  return (
    <Card title={t('decisions')}>
      <chakra.ul listStyle="none" display="grid" gap="3">
        {decisions.map(({ number, documentNumber, decidedAt, decidedBy }) => (
          <chakra.li key={number} display="flex" flexWrap="wrap" gap="2" alignItems="center">
            <chakra.div flex="1" minWidth="8rem">
              <Text fontWeight="semibold">{t('number', { number: documentNumber })}</Text>
              <Text textStyle="small" color="muted">
                <RelativeTime value={decidedAt} /> {decidedBy?.name}
              </Text>
            </chakra.div>
            <ExportButton kind="dpia-decision" subjectId={id} input={{ number }} size="sm" />
          </chakra.li>
        ))}
      </chakra.ul>
    </Card>
  );
}
