import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident/schema.ts';
import { Box, Card, Divider, EmptyState, SkeletonText, Stack } from '../../ui/index.ts';
import { useFocusAfter } from '../../ui/useFocusAfter.ts';
import type { Deciding } from './DecidePanel.tsx';
import { DecisionView } from './risk/DecisionView.tsx';
import type { useMoves } from './useMoves.ts';
import { lazyScreen } from '../../ui/lazyScreen.tsx';

const DecidePanel = lazyScreen(() => import('./DecidePanel.tsx'));

export interface DecisionTabProps {
  record: Incident;
  moves: ReturnType<typeof useMoves>;
  /** Whether this tab is the active one. */
  visible: boolean;
  /** Whether the address requests the decision form. */
  requested: boolean;
  onDone: () => void;
}

/**
 * The risk: the decision form, and each decision with its calculation, newest first. The form stays open while another
 * tab is displayed and when a colleague moves the incident to another status.
 */
export function DecisionTab({ record, moves, visible, requested, onDone }: DecisionTabProps) {
  const { t } = useTranslation('incident');
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const step = record.allowed.includes('accept')
    ? 'accept'
    : requested && record.allowed.includes('decideRisk')
      ? 'decideRisk'
      : null;
  if (visible && step && !deciding) setDeciding(step);
  const [newest, ...earlier] = record.decisions;
  const current = useFocusAfter<HTMLDivElement>(deciding !== null);
  return (
    <Box display={visible ? 'block' : 'none'}>
      <Stack gap="4">
        {deciding && (
          <Suspense fallback={<SkeletonText lines={8} />}>
            <DecidePanel
              record={record}
              moves={moves}
              deciding={deciding}
              onClose={() => {
                // The address first: while it still requests the form, the form would open again.
                onDone();
                setDeciding(null);
              }}
            />
          </Suspense>
        )}
        {newest ? (
          <Card title={t('decision.current')}>
            <Box ref={current} tabIndex={-1}>
              <DecisionView decision={newest} />
            </Box>
          </Card>
        ) : (
          !deciding && (
            <Card>
              <EmptyState title={t('decision.none')} body={t('decision.noneBody')} />
            </Card>
          )
        )}
        {earlier.length > 0 && (
          <Card title={t('decision.earlier')}>
            <Stack gap="5">
              {earlier.map((decision, index) => (
                <Stack key={decision.id} gap="5">
                  {index > 0 && <Divider />}
                  <DecisionView decision={decision} />
                </Stack>
              ))}
            </Stack>
          </Card>
        )}
      </Stack>
    </Box>
  );
}
