import { useTranslation } from 'react-i18next';
import { drillDown } from '../../../shared/requestDashboard/drillDown.ts';
import type { RequestFigures } from '../../../shared/requestDashboard/schema.ts';
import { isClosed, REQUEST_STAGES } from '../../../shared/request/stage.ts';
import { type Bar, BarList, ChartCard } from '../../ui/chart/index.ts';
import { Box, Grid, useFormat } from '../../ui/index.ts';
import { useRequestLink } from './links.ts';

type ChartKey = 'stage' | 'right' | 'application' | 'ground';

/** Open rights by stage; requests of the period by right and application, and the reasons of refusals. */
export function Charts({ data }: { data: RequestFigures | undefined }) {
  const { t } = useTranslation(['requestDashboard', 'request']);
  const { number } = useFormat();
  const link = useRequestLink();
  const rightName = (code: RequestFigures['rights'][number]['code']) => t(`request:right.${code}`);
  const stages: Bar[] = REQUEST_STAGES.filter((stage) => !isClosed(stage)).map((stage) => ({
    key: stage,
    label: t(`request:stage.${stage}`),
    value: data?.stages.find((one) => one.stage === stage)?.rights ?? 0,
    ...toList(link(drillDown.stage(stage))),
  }));
  const rights: Bar[] = (data?.rights ?? []).map(({ code, total, late }) => ({
    key: code,
    label: rightName(code),
    value: total,
    ...(late > 0 && { note: t('overdueNote', { count: late, number: number(late) }) }),
    ...toList(data && link(drillDown.right(data, code))),
  }));
  const applications: Bar[] = (data?.applications ?? []).map(({ id, name, requests }) => ({
    key: id,
    label: name,
    value: requests,
    ...toList(data && link(drillDown.application(data, id))),
  }));
  const grounds: Bar[] = (data?.grounds ?? []).map(({ code, ground, rights: value }) => ({
    key: `${code} ${ground}`,
    label: t(`request:ground.${ground}` as 'request:ground.LAW'),
    value,
    note: rightName(code),
    ...toList(data && link(drillDown.ground(data, code, ground))),
  }));
  const charts: [ChartKey, Bar[], string][] = [
    ['stage', stages, t('column.rights')],
    ['right', rights, t('column.rights')],
    ['application', applications, t('column.requests')],
    ['ground', grounds, t('column.rights')],
  ];
  return (
    <Grid gap="4" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} alignItems="start">
      {charts.map(([key, bars, unit]) => (
        <ChartCard
          key={key}
          title={t(`chart.${key}`)}
          table={
            data && {
              caption: t(`chart.${key}`),
              headers: [t(`chart.${key}`), unit],
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

const toList = (href: string | undefined): Pick<Bar, 'href'> => (href === undefined ? {} : { href });
