import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import type { PlanItem } from '../../../shared/treatmentPlan/schema.ts';
import { dayAfter } from '../../../shared/bangkok.ts';
import { monthAfter } from '../../../shared/months.ts';
import { today } from '../../format.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, chakra, ErrorState, Flex, Link, LinkButton, SkeletonText, Text, useFormat } from '../../ui/index.ts';
import { planHref } from './address.ts';
import { PlanStatusTag } from './words.tsx';

const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;

const Day = chakra('td', {
  base: {
    verticalAlign: 'top',
    borderWidth: '1px!',
    borderColor: 'line!',
    p: '1.5',
    height: '6rem',
    textStyle: 'small',
    overflowWrap: 'anywhere',
    '&[data-today]': { bg: 'accent.soft' },
    '&[data-other]': { bg: 'subtle' },
  },
});

/** Plans by due date, a month at a time: a grid if there is enough space, otherwise a list by day. */
export function PlanCalendar() {
  const { t } = useTranslation('treatmentPlanScreen');
  const { ws } = useSession();
  const { month: monthName } = useFormat();
  const now = today();
  const wanted = new URLSearchParams(useSearch()).get('month') ?? '';
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(wanted) ? wanted : now.slice(0, 7);
  const query = trpc.treatmentPlan.calendar.useQuery({ ws, month }, { placeholderData: (before) => before });
  const plans = query.data?.collection ?? [];
  const link = (to: string) => `?${new URLSearchParams({ view: 'calendar', month: to })}`;
  return (
    <chakra.section aria-label={monthName(month)} display="grid" gap="3">
      <Flex wrap="wrap" gap="2" alignItems="center" data-screen="">
        <chakra.h2 textStyle="title" flex="1" minWidth="10rem">
          {monthName(month)}
        </chakra.h2>
        <LinkButton size="sm" href={link(monthAfter(month, -1))} icon={<ChevronLeft aria-hidden />}>
          {t('calendar.previous')}
        </LinkButton>
        <LinkButton size="sm" href={link(now.slice(0, 7))}>
          {t('calendar.present')}
        </LinkButton>
        <LinkButton size="sm" href={link(monthAfter(month, 1))} icon={<ChevronRight aria-hidden />}>
          {t('calendar.next')}
        </LinkButton>
      </Flex>
      {!query.data && (query.error ? <ErrorState onRetry={() => void query.refetch()} /> : <SkeletonText lines={8} />)}
      {query.data && !query.isPlaceholderData && plans.length === 0 && <Text color="muted">{t('calendar.empty')}</Text>}
      {query.data && (
        <>
          <MonthGrid month={month} plans={plans} now={now} />
          {query.isPlaceholderData ? (
            <Box display={{ lg: 'none' }}>
              <SkeletonText lines={8} />
            </Box>
          ) : (
            <Agenda plans={plans} />
          )}
        </>
      )}
    </chakra.section>
  );
}

/** The days of the weeks that contain days of the month, from Monday. */
function weeksOf(month: string): string[][] {
  const start = `${month}-01`;
  const lead = (new Date(`${start}T00:00:00Z`).getUTCDay() + 6) % 7;
  const weeks: string[][] = [];
  for (let monday = dayAfter(start, -lead); monday.slice(0, 7) <= month; monday = dayAfter(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, day) => dayAfter(monday, day)));
  return weeks;
}

function MonthGrid({ month, plans, now }: { month: string; plans: readonly PlanItem[]; now: string }) {
  const { locale } = useFormat();
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return (
    <chakra.table
      display={{ base: 'none', lg: 'table' }}
      width="100%"
      tableLayout="fixed"
      bg="surface"
      borderCollapse="collapse"
    >
      <thead>
        <tr>
          {WEEK.map((day) => (
            // 4 January 1970 was a Sunday.
            <chakra.th key={day} scope="col" textStyle="small" color="muted" fontWeight="normal" pb="1">
              {weekday.format(new Date(Date.UTC(1970, 0, 4 + day)))}
            </chakra.th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <Day
                key={day}
                {...(day === now && { 'data-today': '' })}
                {...(!day.startsWith(month) && { 'data-other': '' })}
              >
                {day.startsWith(month) && (
                  <>
                    <chakra.span color="muted" data-numeric="">
                      {Number(day.slice(-2))}
                    </chakra.span>
                    <PlansOf plans={plans.filter(({ expectedOn }) => expectedOn === day)} />
                  </>
                )}
              </Day>
            ))}
          </tr>
        ))}
      </tbody>
    </chakra.table>
  );
}

/** The same as a list by day, for narrow windows. */
function Agenda({ plans }: { plans: readonly PlanItem[] }) {
  const { date } = useFormat();
  const days = [...new Set(plans.map(({ expectedOn }) => expectedOn))];
  return (
    <chakra.ul display={{ base: 'grid', lg: 'none' }} listStyle="none" gap="4">
      {days.map((day) => (
        <li key={day}>
          <chakra.h3 textStyle="dense" fontWeight="semibold" mb="1">
            {date(`${day}T12:00:00Z`, 'long')}
          </chakra.h3>
          <PlansOf plans={plans.filter(({ expectedOn }) => expectedOn === day)} />
        </li>
      ))}
    </chakra.ul>
  );
}

function PlansOf({ plans }: { plans: readonly PlanItem[] }) {
  const { text } = useFormat();
  if (plans.length === 0) return null;
  return (
    <chakra.ul listStyle="none" display="grid" gap="2">
      {plans.map((plan) => (
        <li key={plan.id}>
          <Link href={planHref(plan.id)}>{text(plan.title)}</Link>
          <div>
            <PlanStatusTag status={plan.status} />
          </div>
        </li>
      ))}
    </chakra.ul>
  );
}
