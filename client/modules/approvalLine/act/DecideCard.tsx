import { useTranslation } from 'react-i18next';
import type { ApprovalLine } from '../../../../shared/approvalLine/schema.ts';
import { useSession } from '../../../shell/session.tsx';
import { Card, chakra, Text, UnsavedGuard } from '../../../ui/index.ts';
import { DecideForm, DecisionRefused, useDeciding } from './DecideForm.tsx';
import { TurnPassed } from './Overtaken.tsx';

/**
 * The main action of the page, for the approver whose turn it is; the reason of a failure when the line had changed,
 * and the comment that could no longer be sent.
 */
export function DecideCard({ line }: { line: ApprovalLine }) {
  const { t } = useTranslation('approvalLine');
  const { personnel: me } = useSession();
  const deciding = useDeciding(line);
  const { current, yourTurn } = line;
  if (!yourTurn) {
    return (
      <>
        {/* The line displays the decision before the answer, without the form. */}
        <UnsavedGuard sending={deciding.busy} />
        <DecisionRefused refused={deciding.refused} />
        {!deciding.busy && deciding.comment !== '' && <TurnPassed line={line} deciding={deciding} />}
      </>
    );
  }
  return (
    // No own box, so that the decisions stick to the bottom of the window along the entire page.
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
