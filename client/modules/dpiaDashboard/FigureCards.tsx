import { CalendarClock, ClipboardCheck, ListTodo, ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { RISK_LEVELS } from '../../../shared/dpia/risk.ts';
import type { DpiaFigures } from '../../../shared/dpiaDashboard/schema.ts';
import { isOpenPlan } from '../../../shared/treatmentPlan/status.ts';
import { BarList, ChartCard, FigureTiles, MonthChart } from '../../ui/chart/index.ts';
import { useFormat } from '../../ui/index.ts';
import { severe, useRiskLinks } from './links.ts';

interface CardProps {
  /** Undefined while it is loading. */
  data: DpiaFigures | undefined;
}

/** The number of assessments, and how many of them need attention. */
export function Figures({ data }: CardProps) {
  const { t } = useTranslation('dpiaDashboard');
  const { number } = useFormat();
  const links = useRiskLinks(data?.variant ?? 'CURRENT');
  const openPlans = data?.plans.statuses.filter(({ status }) => isOpenPlan(status)) ?? [];
  return (
    <FigureTiles
      figures={[
        {
          key: 'plans',
          icon: ListTodo,
          label: t('figure.plans'),
          value: data && number(data.plans.overdue),
          note: t('figure.openPlans', { number: number(openPlans.reduce((total, { plans }) => total + plans, 0)) }),
          href: links.plans({ due: 'OVERDUE' }),
          tone: data && data.plans.overdue > 0 ? 'danger' : undefined,
        },
        {
          key: 'severe',
          icon: ShieldAlert,
          label: t('figure.severe'),
          value: data && number(severe(data.residual)),
          note: data && t('figure.unjudged', { number: number(data.unjudged) }),
        },
        {
          key: 'reviews',
          icon: CalendarClock,
          label: t('figure.reviews'),
          value: data && number(data.reviewsOverdue),
          note: data && t('figure.changed', { number: number(data.registerChanged) }),
          href: links.dpias({ review: 'OVERDUE' }),
          tone: data && data.reviewsOverdue > 0 ? 'danger' : undefined,
        },
        {
          key: 'total',
          icon: ClipboardCheck,
          label: t('figure.total'),
          value: data && number(data.total),
          note:
            data &&
            t('figure.drafts', { number: number(data.statuses.find(({ status }) => status === 'DRAFT')?.dpias ?? 0) }),
          href: links.dpias({}),
        },
      ]}
    />
  );
}

/** Residual against initial risk. */
export function LevelsCard({ data }: CardProps) {
  const { t } = useTranslation(['dpiaDashboard', 'dpiaAssessment']);
  const links = useRiskLinks(data?.variant ?? 'CURRENT');
  const levels = RISK_LEVELS.toReversed().map((level) => ({
    level,
    word: t(`dpiaAssessment:risk.${level}`),
    initial: data?.initial.find((one) => one.level === level)?.dpias ?? 0,
    residual: data?.residual.find((one) => one.level === level)?.dpias ?? 0,
  }));
  const bar = (level: string, tier: 'initial' | 'residual', value: number, href: string | undefined) => ({
    key: `${level} ${tier}`,
    label: t('levels.bar', { level, tier: t(`levels.${tier}`) }),
    value,
    of: data?.total ?? 0,
    tone: tier === 'initial' ? ('muted' as const) : ('accent' as const),
    ...(href !== undefined && { href }),
  });
  return (
    <ChartCard
      title={t('levels.title')}
      lead={t('levels.lead')}
      table={
        data && {
          caption: t('levels.title'),
          headers: [t('levels.level'), t('levels.initial'), t('levels.residual')],
          rows: levels.map(({ level, word, initial, residual }) => ({ key: level, cells: [word, initial, residual] })),
        }
      }
    >
      <BarList
        bars={levels.flatMap(({ level, word, initial, residual }) => [
          bar(word, 'initial', initial, links.dpias({ initialRisk: level })),
          bar(word, 'residual', residual, links.dpias({ risk: level })),
        ])}
      />
    </ChartCard>
  );
}

/** The change of risk of published versions over time. */
export function MonthsCard({ data }: CardProps) {
  const { t } = useTranslation('dpiaDashboard');
  const { number, month: monthName } = useFormat();
  const months = (data?.months ?? []).map(({ month, initial, residual }) => ({
    month,
    total: residual.reduce((total, { dpias }) => total + dpias, 0),
    initial: severe(initial),
    residual: severe(residual),
  }));
  return (
    <ChartCard
      title={t('months.title')}
      lead={t('months.lead')}
      table={
        data && {
          caption: t('months.title'),
          headers: [t('months.month'), t('months.assessed'), t('months.severeInitial'), t('months.severe')],
          rows: months.map((one) => ({
            key: one.month,
            cells: [monthName(one.month), one.total, one.initial, one.residual],
          })),
        }
      }
    >
      <MonthChart
        months={months.map(({ month, total, initial, residual }) => ({
          month,
          value: total,
          part: residual,
          label: t('months.description', {
            month: monthName(month),
            total: number(total),
            initial: number(initial),
            residual: number(residual),
          }),
        }))}
        href={() => undefined}
      />
    </ChartCard>
  );
}
