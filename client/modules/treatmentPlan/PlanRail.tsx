import { UserRoundPen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { TreatmentPlan } from '../../../shared/treatmentPlan/schema.ts';
import { DaysLeft } from '../../clock/DaysLeft.tsx';
import { useCan } from '../../shell/session.tsx';
import { Button, Card, Facts, Flex, Link, Stack, useFormat } from '../../ui/index.ts';
import { dpiaAddress } from '../../../shared/dpia/addresses.ts';
import { RiskTag } from '../dpia/riskWords.tsx';

/** Displayed beside the plan: due date, assignee, risk level, and related records. */
export function PlanRail({ plan, onReassign }: { plan: TreatmentPlan; onReassign: () => void }) {
  const { t } = useTranslation('treatmentPlanScreen');
  const { date, dateTime } = useFormat();
  const readsDpias = useCan('dpia.read');
  const readsRecord = useCan('ropa.read');
  const { assignedAt, assignedBy, application, dpia } = plan;
  const assigned =
    assignedAt &&
    t(assignedBy ? 'assignedBy' : 'assignedOn', {
      name: assignedBy?.name ?? '',
      time: dateTime(assignedAt),
    });
  return (
    <Stack gap="4">
      <Card title={t('rail.due')}>
        <Stack gap="2" alignItems="flex-start">
          {plan.clock && <DaysLeft clock={plan.clock} />}
          <span>{date(`${plan.expectedOn}T12:00:00Z`, 'long')}</span>
        </Stack>
      </Card>
      <Card title={t('rail.people')}>
        <Facts
          rows={[
            [t('column.assignee'), plan.assignee?.name ?? t('nobody')],
            [t('field.assigned'), assigned],
          ]}
        />
        {plan.allowed.includes('reassign') && (
          <Button size="sm" mt="3" icon={<UserRoundPen aria-hidden />} onClick={onReassign}>
            {t('act.reassign')}
          </Button>
        )}
      </Card>
      <Card title={t('rail.risk')}>
        <Facts
          rows={[
            [
              t('column.residualRisk'),
              <Flex key="residual">
                <RiskTag level={plan.residualRisk} />
              </Flex>,
            ],
            [
              t('field.expectedRisk'),
              plan.expectedRisk && (
                <Flex key="expected">
                  <RiskTag level={plan.expectedRisk} />
                </Flex>
              ),
            ],
          ]}
        />
      </Card>
      <Card title={t('rail.related')}>
        <Facts
          rows={[
            [
              t('column.dpia'),
              <>
                {readsDpias ? <Link href={dpiaAddress(dpia.variant, dpia.id)}>{dpia.name}</Link> : dpia.name}
                {` · ${t('version', { version: dpia.version })}`}
              </>,
            ],
            [
              t('column.application'),
              readsRecord ? (
                <Link href={recordAddress('application', application.id)}>{application.name}</Link>
              ) : (
                application.name
              ),
            ],
          ]}
        />
      </Card>
    </Stack>
  );
}
