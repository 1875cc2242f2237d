import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DpiaFigures } from '../../../shared/dpiaDashboard/schema.ts';
import { DaysLeft } from '../../clock/DaysLeft.tsx';
import { endOfDay } from '../../format.ts';
import { ChartCard } from '../../ui/chart/index.ts';
import { Box, chakra, Flex, Link, useFormat } from '../../ui/index.ts';
import { RiskTag } from '../dpia/riskWords.tsx';
import { useRiskLinks } from './links.ts';

interface CardProps {
  /** Undefined while it is loading. */
  data: DpiaFigures | undefined;
}

const Rows = chakra('ul', { base: { listStyle: 'none', display: 'grid', gap: '2' } });

interface RowProps {
  title: string;
  href: string | undefined;
  note: string;
  children: ReactNode;
}

function Row({ title, href, note, children }: RowProps) {
  return (
    <chakra.li borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }} pb="2">
      <Flex wrap="wrap" columnGap="3" rowGap="1" alignItems="center">
        <Box flex="1" minWidth="12rem" overflowWrap="anywhere">
          {href ? <Link href={href}>{title}</Link> : <span>{title}</span>}
          <chakra.span display="block" textStyle="small" color="muted">
            {note}
          </chakra.span>
        </Box>
        {children}
      </Flex>
    </chakra.li>
  );
}

/** The assessments with the highest residual risk, each with the worst case that causes it. */
export function TopRisksCard({ data }: CardProps) {
  const { t } = useTranslation(['dpiaDashboard', 'dpiaAssessment']);
  const { text } = useFormat();
  const links = useRiskLinks(data?.variant ?? 'CURRENT');
  const rows = data?.top ?? [];
  const word = (level: (typeof rows)[number]['initial']) => t(`dpiaAssessment:risk.${level ?? 'none'}`);
  return (
    <ChartCard
      title={t('top.title')}
      lead={t('top.lead')}
      table={
        data && {
          caption: t('top.title'),
          headers: [t('top.risk'), t('top.name'), t('top.application'), t('top.initial'), t('top.residual')],
          rows: rows.map((row) => ({
            key: row.id,
            cells: [text(row.risk), row.name, row.application, word(row.initial), word(row.residual)],
          })),
        }
      }
    >
      {rows.length === 0 ? (
        <Box color="muted">{t('top.none')}</Box>
      ) : (
        <Rows>
          {rows.map((row) => (
            <Row
              key={row.id}
              title={text(row.risk) || row.name}
              href={links.dpia(row.id)}
              note={`${row.name} · ${row.application}`}
            >
              <RiskTag level={row.residual} />
            </Row>
          ))}
        </Rows>
      )}
    </ChartCard>
  );
}

/** Overdue treatment plans. */
export function OverduePlansCard({ data }: CardProps) {
  const { t } = useTranslation('dpiaDashboard');
  const { text, date, number } = useFormat();
  const links = useRiskLinks(data?.variant ?? 'CURRENT');
  const { overdue = 0, longest = [] } = data?.plans ?? {};
  const all = links.plans({ due: 'OVERDUE' });
  return (
    <ChartCard
      title={t('plans.title')}
      lead={t('plans.lead')}
      table={
        data && {
          caption: t('plans.title'),
          headers: [t('plans.plan'), t('top.name'), t('plans.assignee'), t('plans.due')],
          rows: longest.map((plan) => ({
            key: plan.id,
            cells: [text(plan.title), plan.assessment, plan.assignee ?? t('plans.unassigned'), date(plan.expectedOn)],
          })),
        }
      }
    >
      {longest.length === 0 ? (
        <Box color="muted">{t('plans.none')}</Box>
      ) : (
        <Rows>
          {longest.map((plan) => (
            <Row
              key={plan.id}
              title={text(plan.title)}
              href={links.plan(plan.id)}
              note={`${plan.assessment} · ${plan.assignee ?? t('plans.unassigned')}`}
            >
              <DaysLeft clock={overdueSince(plan.expectedOn)} />
            </Row>
          ))}
        </Rows>
      )}
      {all && overdue > longest.length && (
        <chakra.p mt="2" textStyle="dense">
          <Link href={all}>{t('plans.all', { number: number(overdue) })}</Link>
        </chakra.p>
      )}
    </ChartCard>
  );
}

/** A relative time for an item that is due at the end of that day in Bangkok. */
const overdueSince = (day: string) => {
  const dueAt = endOfDay(day);
  return { startedAt: dueAt, dueAt, stoppedAt: null, endedAt: null, outcome: null };
};
