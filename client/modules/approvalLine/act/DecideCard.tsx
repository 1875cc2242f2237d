import { useTranslation } from 'react-i18next';
import type { ApprovalLine } from '../../../../shared/approvalLine/schema.ts';
import { useSession } from '../../../shell/session.tsx';
import { Card, chakra, Text } from '../../../ui/index.ts';
import { DecideForm, DecisionRefused, useDeciding } from './DecideForm.tsx';

/** The main act of the page, for the one whose turn it is; why it was not taken, when the line had moved on. */
export function DecideCard({ line }: { line: ApprovalLine }) {
  const { t } = useTranslation('approvalLine');
  const { personnel: me } = useSession();
  const deciding = useDeciding(line.id);
  const { current, yourTurn } = line;
  if (!yourTurn) return <DecisionRefused refused={deciding.refused} />;
  return (
    // No box of its own, so that the decisions stick to the foot of the window all along the page.
    <chakra.section data-your-turn="" display="contents" aria-label={t('act.title')}>
      <DecideForm
        line={line}
        deciding={deciding}
        frame={(fields) => (
          <Card
            title={
              current && current.approver.id !== me.id
                ? t('act.insteadTitle', { name: current.approver.name })
                : t('act.title')
            }
            css={{ borderColor: '{colors.live}', borderInlineStartWidth: '4px' }}
          >
            <Text mb="3" color="muted">
              {t('act.lead')}
            </Text>
            {fields}
          </Card>
        )}
      />
    </chakra.section>
  );
}
