import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PERIODS } from '../../../shared/analytics/schema.ts';
import type { NoticeViews } from '../../../shared/privacyNotice/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ChartCard } from '../../ui/chart/index.ts';
import { Box, chakra, Flex, Text, useFormat } from '../../ui/index.ts';
import { type Period, PeriodSelect } from '../analytics/PeriodSelect.tsx';
import { LOCALES } from '../../../shared/locale.ts';

/** Refetch interval: views are counted without an event. */
const REFRESH_MS = 60_000;
/** Units of the drawing: a day is one wide, the busiest day has the full height. */
const HEIGHT = 100;
const BAR_WIDTH = 0.72;

/** How often the public page of a notice was opened, by day and language. */
export function ViewsCard({ id }: { id: string }) {
  const { t } = useTranslation(['noticeChannels', 'analytics']);
  const { ws } = useSession();
  const { date, number } = useFormat();
  const [days, setDays] = useState<Period>(PERIODS[0]);
  const { data, error, refetch } = trpc.privacyNotice.views.useQuery(
    { ws, id, days },
    { refetchInterval: REFRESH_MS, placeholderData: (before) => before },
  );
  return (
    <ChartCard
      title={t('views.title')}
      lead={t('views.lead')}
      actions={<PeriodSelect days={days} onChange={setDays} />}
      error={error}
      onRetry={() => void refetch()}
      table={
        data && {
          caption: t('views.title'),
          headers: [t('analytics:column.day'), t('views.th'), t('views.en')],
          rows: data.days.map(({ day, th, en }) => ({ key: day, cells: [date(day), th, en] })),
        }
      }
    >
      {data && (
        <>
          <Text mb="3">
            {t('views.total', {
              count: data.th + data.en,
              number: number(data.th + data.en),
              previous: number(data.previous),
            })}
          </Text>
          {data.th + data.en === 0 ? <Box color="muted">{t('views.none')}</Box> : <ViewsChart views={data} />}
        </>
      )}
    </ChartCard>
  );
}

/** Views per day as stacked bars from zero, Thai below English. The table of the card contains the same numbers. */
function ViewsChart({ views: { days, th, en } }: { views: NoticeViews }) {
  const { t } = useTranslation('noticeChannels');
  const { date, number } = useFormat();
  const top = Math.max(1, ...days.map((day) => day.th + day.en));
  const heightOf = (value: number) => (value / top) * HEIGHT;
  return (
    <>
      <Flex wrap="wrap" columnGap="5" rowGap="1" textStyle="dense" mb="3">
        {LOCALES.map((language) => (
          <Flex key={language} as="span" alignItems="center" gap="1.5">
            <Box
              as="span"
              boxSize="2.5"
              borderRadius="2px"
              borderWidth="1px"
              borderColor="accent"
              bg={language === 'th' ? 'accent' : 'accent.soft'}
              data-fill="solid"
              aria-hidden
            />
            {`${t(`views.${language}`)} ${number(language === 'th' ? th : en)}`}
          </Flex>
        ))}
      </Flex>
      <chakra.svg
        role="img"
        aria-label={t('views.describe', { count: th, th: number(th), en: number(en) })}
        viewBox={`0 0 ${days.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        width="100%"
        height="140px"
        display="block"
        borderBottomWidth="1px"
        borderColor="line.strong"
        css={{
          '& .th': { fill: 'accent' },
          '& .en': { fill: 'accent.soft', stroke: 'accent', strokeWidth: '1px', vectorEffect: 'non-scaling-stroke' },
        }}
      >
        {days.map((day, index) =>
          LOCALES.map((language) => (
            <rect
              key={`${day.day} ${language}`}
              className={language}
              data-fill="solid"
              x={index + (1 - BAR_WIDTH) / 2}
              y={HEIGHT - heightOf(language === 'th' ? day.th : day.th + day.en)}
              width={BAR_WIDTH}
              height={heightOf(day[language])}
            >
              <title>{`${date(day.day)}: ${number(day[language])}`}</title>
            </rect>
          )),
        )}
      </chakra.svg>
      <Flex justifyContent="space-between" mt="1.5" textStyle="small" color="muted" aria-hidden>
        <span>{date(days[0]?.day)}</span>
        <span>{date(days.at(-1)?.day)}</span>
      </Flex>
    </>
  );
}
