import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListPlans, planBoard, PlanItem } from '../../../shared/treatmentPlan/schema.ts';
import { BOARD_COLUMN_LIMIT } from '../../../shared/treatmentPlan/status.ts';
import type { z } from 'zod';
import { DaysLeft } from '../../clock/DaysLeft.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, chakra, ErrorState, Flex, GlowOnChange, Link, SkeletonText, Text, useFormat } from '../../ui/index.ts';
import { ColumnHead, useStableCards } from '../../ui/table/index.ts';
import { RiskTag } from '../dpia/riskWords.tsx';
import { planHref } from './address.ts';

type Column = z.output<typeof planBoard>['columns'][number];
type Criteria = Omit<ListPlans, 'ws' | 'pageSize' | 'currentPage' | 'sortBy' | 'sortDirection'>;

/** Plans in columns by status, sorted by due date. @param none in place of the columns while all are empty */
export function Board({ input, none }: { input: Criteria; none: ReactNode }) {
  const { ws } = useSession();
  const query = trpc.treatmentPlan.board.useQuery({ ws, ...input }, { placeholderData: (before) => before });
  if (!query.data)
    return query.error ? <ErrorState onRetry={() => void query.refetch()} /> : <SkeletonText lines={8} />;
  if (query.data.columns.every(({ total }) => total === 0))
    // Of other filters, `none` would be untrue.
    return query.isPlaceholderData ? <SkeletonText lines={8} /> : none;
  return (
    <Box position="relative" overflowX="auto" pb="2" tabIndex={-1}>
      <chakra.div
        display="grid"
        gap="3"
        alignItems="start"
        gridTemplateColumns={`repeat(${query.data.columns.length}, minmax(14rem, 1fr))`}
      >
        {query.data.columns.map((column) => (
          <BoardColumn
            key={column.status}
            column={column}
            queryKey={JSON.stringify(input)}
            isRefreshing={query.isPlaceholderData}
          />
        ))}
      </chakra.div>
    </Box>
  );
}

interface BoardColumnProps {
  column: Column;
  /** Identifies what the board displays. */
  queryKey: string;
  isRefreshing: boolean;
}

function BoardColumn({ column: { status, total, plans }, queryKey, isRefreshing }: BoardColumnProps) {
  const { t } = useTranslation('treatmentPlanScreen');
  const { number } = useFormat();
  const { cards, pending, more, show } = useStableCards(
    { cards: plans, total },
    { key: queryKey, isRefreshing, limit: BOARD_COLUMN_LIMIT },
  );
  const name = t(`status.${status}`);
  return (
    <chakra.section aria-label={name} bg="subtle" borderRadius="card" p="2" minWidth="0">
      <ColumnHead
        {...{ name, total, pending }}
        pendingText={t('board.pending', { number: number(pending) })}
        onShow={show}
      />
      <chakra.ul listStyle="none" display="grid" gap="2">
        {cards.map((plan) => (
          <BoardCard key={plan.id} plan={plan} />
        ))}
        {cards.length === 0 && (
          <chakra.li textStyle="small" color="muted" px="1">
            {t('board.empty')}
          </chakra.li>
        )}
      </chakra.ul>
      {more > 0 && (
        <Text textStyle="small" color="muted" px="1" pt="2">
          {t('board.more', { count: more, number: number(more) })}
        </Text>
      )}
    </chakra.section>
  );
}

function BoardCard({ plan }: { plan: PlanItem }) {
  const { t } = useTranslation('treatmentPlanScreen');
  const { text } = useFormat();
  return (
    <chakra.li bg="surface" borderWidth="1px" borderRadius="card" p="3" display="grid" gap="1.5" textStyle="dense">
      <Link href={planHref(plan.id)} fontWeight="semibold" overflowWrap="anywhere">
        {text(plan.title)}
      </Link>
      <chakra.div color="muted" overflowWrap="anywhere">
        {plan.application.name}
      </chakra.div>
      <Flex wrap="wrap" gap="2" alignItems="center">
        <RiskTag level={plan.residualRisk} />
        {plan.clock && (
          <GlowOnChange value={plan.status}>
            <DaysLeft clock={plan.clock} />
          </GlowOnChange>
        )}
      </Flex>
      <chakra.div color="muted">{plan.assignee?.name ?? t('nobody')}</chakra.div>
    </chakra.li>
  );
}
