import { useTranslation } from 'react-i18next';
import { isOpenPlan } from '../../../shared/treatmentPlan/status.ts';
import { DaysLeft } from '../../clock/DaysLeft.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Card, chakra, Flex, Link, useFormat } from '../../ui/index.ts';
import { planHref } from './address.ts';
import { PlanStatusTag } from './words.tsx';

/** The plans created by the published version of an assessment, with links; renders nothing without any. */
export function PlansOfDpia({ dpiaId, publishedVersion }: { dpiaId: string; publishedVersion: number }) {
  const { t } = useTranslation('treatmentPlanScreen');
  const { text } = useFormat();
  const { ws } = useSession();
  const { data } = trpc.treatmentPlan.listOf.useQuery({ ws, id: dpiaId });
  // Where that version has none, these are of an earlier one.
  const plans = (data?.collection ?? []).filter(({ dpia }) => dpia.version === publishedVersion);
  if (plans.length === 0) return null;
  return (
    <Card title={t('ofPublished')}>
      <chakra.ul listStyle="none" display="grid" gap="3">
        {plans.map((plan) => (
          <li key={plan.id}>
            <Flex wrap="wrap" gap="2" alignItems="center">
              <Box flex="1" minWidth="12rem">
                <Link href={planHref(plan.id)} overflowWrap="anywhere">
                  {text(plan.title)}
                </Link>
                <chakra.div textStyle="dense" color="muted">
                  {plan.assignee?.name ?? t('nobody')}
                </chakra.div>
              </Box>
              <PlanStatusTag status={plan.status} />
              {isOpenPlan(plan.status) && plan.clock && <DaysLeft clock={plan.clock} />}
            </Flex>
          </li>
        ))}
      </chakra.ul>
    </Card>
  );
}
