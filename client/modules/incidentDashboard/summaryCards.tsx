import { Clock3, ShieldAlert, Siren, TimerReset } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { drillDown } from '../../../shared/incident/drillDown.ts';
import { RISK_LEVELS } from '../../../shared/incident/riskLevel.ts';
import { INCIDENT_STATUSES } from '../../../shared/incident/status.ts';
import type { RouterOutputs } from '../../trpc.ts';
import { BarList, ChartCard, FigureTiles, MonthChart } from '../../ui/chart/index.ts';
import { Box, Grid, useFormat } from '../../ui/index.ts';
import { useIncidentLinks } from './links.ts';
import { useSpan } from './useSpan.ts';

interface SummaryProps {
  /** Undefined while it is loading. */
  data: RouterOutputs['incidentDashboard']['get'] | undefined;
}

/** Open and overdue incidents, and how fast incidents were contained and notified. */
export function Figures({ data }: SummaryProps) {
  const { t } = useTranslation('incidentDashboard');
  const { number } = useFormat();
  const span = useSpan();
  const links = useIncidentLinks();
  return (
    <FigureTiles
      figures={[
        {
          key: 'open',
          icon: Siren,
          label: t('figure.open'),
          value: data && number(data.open),
          note: data && t('figure.ofPeriod', { count: data.total, number: number(data.total) }),
          href: links.list({ status: 'OPEN' }),
        },
        {
          key: 'overdue',
          icon: ShieldAlert,
          label: t('figure.overdue'),
          value: data && number(data.overdue),
          note: data && t('figure.late', { number: number(data.late) }),
          href: links.list(drillDown.overdue),
          tone: data && data.overdue > 0 ? 'danger' : undefined,
        },
        {
          key: 'contain',
          icon: TimerReset,
          label: t('figure.contain'),
          value: data && (data.containSeconds === null ? '–' : span(data.containSeconds)),
          note: data && t('figure.of', { count: data.contained, number: number(data.contained) }),
        },
        {
          key: 'notify',
          icon: Clock3,
          label: t('figure.notify'),
          value: data && (data.notifySeconds === null ? '–' : span(data.notifySeconds)),
          note: data && t('figure.of', { count: data.notified, number: number(data.notified) }),
        },
      ]}
    />
  );
}

/** Incidents month by month. */
export function MonthsCard({ data }: SummaryProps) {
  const { t } = useTranslation('incidentDashboard');
  const { number, month: monthName } = useFormat();
  const span = useSpan();
  const links = useIncidentLinks();
  const monthOf = (value: string) => links.list({ fromMonth: value, toMonth: value });
  return (
    <ChartCard
      title={t('months.title')}
      lead={t('months.lead')}
      table={
        data && {
          caption: t('months.title'),
          headers: [
            t('months.month'),
            t('months.incidents'),
            t('months.resolved'),
            t('figure.contain'),
            t('figure.notify'),
            t('months.late'),
          ],
          rows: data.months.map((one) => ({
            key: one.month,
            cells: [
              monthName(one.month),
              one.incidents,
              one.resolved,
              one.containSeconds === null ? '–' : span(one.containSeconds),
              one.notifySeconds === null ? '–' : span(one.notifySeconds),
              one.late,
            ],
          })),
        }
      }
    >
      {data && (
        <MonthChart
          months={data.months.map(({ month, incidents, resolved }) => ({
            month,
            value: incidents,
            part: resolved,
            label: t('months.description', {
              count: incidents,
              month: monthName(month),
              incidents: number(incidents),
              resolved: number(resolved),
            }),
          }))}
          href={monthOf}
        />
      )}
    </ChartCard>
  );
}

/** Incidents of some months by risk, status, cause and application. */
export function Charts({ data, span }: SummaryProps & { span: { fromMonth: string; toMonth: string } }) {
  const { t } = useTranslation(['incidentDashboard', 'incident']);
  const links = useIncidentLinks();
  const risks = (['UNDECIDED', ...RISK_LEVELS] as const).map((key) => ({
    key,
    label: key === 'UNDECIDED' ? t('undecided') : t(`incident:riskLevel.${key}`),
    value: data?.risks.find((row) => row.key === key)?.incidents ?? 0,
  }));
  const statuses = INCIDENT_STATUSES.map((key) => ({
    key,
    label: t(`incident:status.${key}`),
    value: data?.statuses.find((row) => row.key === key)?.incidents ?? 0,
  }));
  const causes = (data?.causes ?? []).map(({ key, incidents }) => ({
    key,
    label: t(`incident:cause.${key}`),
    value: incidents,
  }));
  const charts = [
    { key: 'risk', bars: risks.map((bar) => ({ ...bar, href: links.list({ risk: bar.key, ...span }) })) },
    { key: 'status', bars: statuses.map((bar) => ({ ...bar, href: links.list({ status: bar.key, ...span }) })) },
    { key: 'cause', bars: causes.map((bar) => ({ ...bar, href: links.list({ cause: bar.key, ...span }) })) },
    {
      key: 'application',
      bars: (data?.applications ?? []).map(({ id, name, incidents }) => ({
        key: id,
        label: name,
        value: incidents,
        href: links.list({ applicationId: id, ...span }),
      })),
    },
  ] as const;

  return (
    <Grid gap="4" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} alignItems="start">
      {charts.map(({ key, bars }) => (
        <ChartCard
          key={key}
          title={t(`chart.${key}`)}
          table={
            data && {
              caption: t(`chart.${key}`),
              headers: [t(`chart.${key}`), t('months.incidents')],
              rows: bars.map((bar) => ({ key: bar.key, cells: [bar.label, bar.value] })),
            }
          }
        >
          {bars.length === 0 ? <Box color="muted">{t('nothing')}</Box> : <BarList bars={bars} />}
        </ChartCard>
      ))}
    </Grid>
  );
}
