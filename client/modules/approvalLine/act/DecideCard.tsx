import { useTranslation } from 'react-i18next';
import type { ApprovalLine } from '../../../../shared/approvalLine/schema.ts';
import { useSession } from '../../../shell/session.tsx';
import { Card, Text } from '../../../ui/index.ts';
import { DecideForm, DecisionRefused, useDeciding } from './DecideForm.tsx';

/** The main act of the page, for the one whose turn it is; why it was not taken, when the line had moved on. */
export function DecideCard({ line }: { line: ApprovalLine }) {
  const { t } = useTranslation('approvalLine');
  const { personnel: me } = useSession();
  const deciding = useDeciding(line.id);
  const { current, yourTurn } = line;
  if (!yourTurn) return <DecisionRefused refused={deciding.refused} />;
  return (
    <Card
      title={
        current && current.approver.id !== me.id
          ? t('act.insteadTitle', { name: current.approver.name })
          : t('act.title')
      }
      css={{ borderColor: '{colors.live}', borderInlineStartWidth: '4px' }}
      data-your-turn=""
    >
      <Text mb="3" color="muted">
        {t('act.lead')}
      </Text>
      <DecideForm line={line} deciding={deciding} />
    </Card>
  );
}
