import { useTranslation } from 'react-i18next';
import type { ApprovalLine } from '../../../../shared/approvalLine/schema.ts';
import { Box, Card, chakra } from '../../../ui/index.ts';
import { DocumentFacts } from './DocumentCard.tsx';
import { Stepper } from './Stepper.tsx';

/** The decisions of former rounds, with their documents, newest first. */
export function RoundsCard({ line }: { line: ApprovalLine }) {
  const { t } = useTranslation('approvalLine');
  const rounds = [...new Set(line.history.map(({ round }) => round))]
    .filter((round) => round < line.round)
    .toSorted((one, other) => other - one);
  if (rounds.length === 0) return null;
  return (
    <Card title={t('rounds.title')}>
      <Box display="grid" gap="4">
        {rounds.map((round, index) => (
          <chakra.details key={round} open={index === 0}>
            <chakra.summary cursor="pointer" fontWeight="semibold" mb="3" borderRadius="control">
              {t('rounds.round', { round })}
            </chakra.summary>
            {line.rounds
              .filter((one) => one.round === round)
              .map(({ document }) => (
                <Box key={document.id} mb="4">
                  <DocumentFacts document={document} />
                </Box>
              ))}
            <Stepper steps={line.history.filter((step) => step.round === round)} label={t('rounds.round', { round })} />
          </chakra.details>
        ))}
      </Box>
    </Card>
  );
}
