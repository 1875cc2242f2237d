import { useTranslation } from 'react-i18next';
import { HOLIDAY_SOURCE, holidayOn, knowsHolidaysOf } from '../../../shared/calendar/thaiHolidays.ts';
import type { Request, RequestRight } from '../../../shared/request/schema.ts';
import { dayAfter, bangkokDay } from '../../../shared/bangkok.ts';
import { today } from '../../format.ts';
import { chakra, Stack, Text, useFormat, VisuallyHidden } from '../../ui/index.ts';
import type { RightPanelProps } from './RightCard.tsx';

/** The maximum number of months displayed. */
const MOST_MONTHS = 5;
const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;

type Mark = 'received' | 'start' | 'due' | 'act' | 'today';

const Day = chakra('td', {
  base: {
    textAlign: 'center',
    width: '9',
    height: '8',
    borderRadius: 'control',
    borderWidth: '1px!',
    borderColor: 'transparent!',
    fontVariantNumeric: 'tabular-nums',
    '&[data-off]': { color: 'muted', bg: 'subtle' },
    '&[data-paused]': { backgroundImage: 'repeating-linear-gradient(45deg, {colors.line} 0 2px, transparent 2px 6px)' },
    '&[data-mark]': { fontWeight: 'semibold', borderColor: 'line.strong!' },
    '&[data-mark=today]': { borderColor: 'accent!' },
    '&[data-mark=due]': { bg: 'live.soft', color: 'live.text' },
    '&[data-mark=act]': { bg: 'danger.soft', color: 'danger.text' },
  },
});

/**
 * The days from receipt until a right is due, month by month: weekends and public holidays, days on which an answer of
 * the data subject was pending, and both due dates. All marks are explained below it.
 */
export function DueCalendar({ request, right }: RightPanelProps) {
  const { t } = useTranslation('requestScreen');
  const { date, text } = useFormat();
  const marks = marksOf(request, right);
  const pauses = pausesOf(request, right);
  const days = [...marks.keys()].toSorted();
  const [first, last] = [days[0]!, days.at(-1)!];
  const months = monthsBetween(first, last).slice(0, MOST_MONTHS);
  const holidays = daysBetween(first, last).flatMap((day) => {
    const holiday = holidayOn(day);
    return holiday ? [{ day, ...holiday }] : [];
  });
  return (
    <Stack gap="3" textStyle="small">
      <chakra.div display="flex" flexWrap="wrap" gap="4">
        {months.map((month) => (
          <Month key={month} month={month} marks={marks} isPaused={(day) => isWithin(pauses, day)} />
        ))}
      </chakra.div>
      <chakra.ul listStyle="none" display="grid" gap="0.5">
        {days.map((day) => (
          <li key={day}>
            {date(`${day}T12:00:00Z`, 'long')}:{' '}
            {marks
              .get(day)!
              .map((mark) => t(`calendar.${mark}`))
              .join(', ')}
          </li>
        ))}
        {pauses.map(([from, to]) => (
          <li key={from}>
            {t('calendar.pause', { from: date(`${from}T12:00:00Z`, 'long'), to: date(`${to}T12:00:00Z`, 'long') })}
          </li>
        ))}
        {holidays.map((holiday) => (
          <chakra.li key={holiday.day} color="muted">
            {date(`${holiday.day}T12:00:00Z`, 'long')}: {text(holiday)}
            {holiday.substitute && ` (${t('calendar.substitute')})`}
          </chakra.li>
        ))}
      </chakra.ul>
      <Text textStyle="small" color="muted">
        {t('calendar.source', { name: HOLIDAY_SOURCE.name })}{' '}
        {!(knowsHolidaysOf(first) && knowsHolidaysOf(last)) && t('calendar.unknownYears')}
      </Text>
    </Stack>
  );
}

function Month({
  month,
  marks,
  isPaused,
}: {
  month: string;
  marks: ReadonlyMap<string, readonly Mark[]>;
  isPaused: (day: string) => boolean;
}) {
  const { t } = useTranslation('requestScreen');
  const { month: monthName, locale, text } = useFormat();
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'narrow', timeZone: 'UTC' });
  const longWeekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  // 4 January 1970 was a Sunday.
  const nameOf = (day: number) => new Date(Date.UTC(1970, 0, 4 + day));
  return (
    <chakra.table borderCollapse="separate" borderSpacing="1px">
      <chakra.caption textAlign="start" fontWeight="semibold" pb="1">
        {monthName(month)}
      </chakra.caption>
      <thead>
        <tr>
          {WEEK.map((day) => (
            <chakra.th key={day} scope="col" color="muted" fontWeight="normal" width="9">
              <span aria-hidden>{weekday.format(nameOf(day))}</span>
              <VisuallyHidden>{longWeekday.format(nameOf(day))}</VisuallyHidden>
            </chakra.th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((day, index) => {
              if (!day) return <td key={index} />;
              const own = marks.get(day) ?? [];
              const holiday = holidayOn(day);
              const words = [
                ...own.map((mark) => t(`calendar.${mark}`)),
                ...(holiday ? [text(holiday)] : []),
                ...(isPaused(day) ? [t('calendar.paused')] : []),
              ];
              return (
                <Day
                  key={day}
                  title={words.join(', ') || undefined}
                  {...((index > 4 || holiday) && { 'data-off': '' })}
                  {...(isPaused(day) && { 'data-paused': '' })}
                  {...(own.length > 0 && { 'data-mark': own.includes('act') ? 'act' : own.at(-1) })}
                >
                  {Number(day.slice(-2))}
                  {words.length > 0 && <VisuallyHidden> {words.join(', ')}</VisuallyHidden>}
                </Day>
              );
            })}
          </tr>
        ))}
      </tbody>
    </chakra.table>
  );
}

/** The marks of each day. */
function marksOf(request: Request, { clock, legalClock }: RequestRight): Map<string, Mark[]> {
  const marks = new Map<string, Mark[]>();
  const put = (at: string | undefined, mark: Mark) => {
    if (at === undefined) return;
    const day = bangkokDay(new Date(at));
    marks.set(day, [...(marks.get(day) ?? []), mark]);
  };
  put(request.receivedAt, 'received');
  put(clock?.startedAt, 'start');
  if (legalClock.endedAt === null) {
    const day = today();
    marks.set(day, [...(marks.get(day) ?? []), 'today']);
  }
  put(clock?.dueAt, 'due');
  put(legalClock.dueAt, 'act');
  return marks;
}

/** The periods in which an answer of the data subject was pending. */
function pausesOf(request: Request, right: RequestRight): (readonly [string, string])[] {
  const steps = request.moves.filter(({ rightId }) => rightId === right.id);
  return steps.flatMap((step, index) => {
    if (step.to !== 'WAITING' || step.from === 'WAITING') return [];
    const end = steps.slice(index + 1).find(({ from, to }) => from === 'WAITING' && to !== 'WAITING');
    return [[bangkokDay(new Date(step.at)), end ? bangkokDay(new Date(end.at)) : today()] as const];
  });
}

const isWithin = (spans: readonly (readonly [string, string])[], day: string): boolean =>
  spans.some(([from, to]) => day >= from && day <= to);

function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last && days.length < 400; day = dayAfter(day, 1)) days.push(day);
  return days;
}

const monthsBetween = (first: string, last: string): string[] => [
  ...new Set(daysBetween(first, last).map((day) => day.slice(0, 7))),
];

/** The days of a month in weeks from Monday; days of other months are null. */
function weeksOf(month: string): (string | null)[][] {
  const start = `${month}-01`;
  const lead = (new Date(`${start}T00:00:00Z`).getUTCDay() + 6) % 7;
  const days: (string | null)[] = Array.from({ length: lead }, () => null);
  for (let day = start; day.startsWith(month); day = dayAfter(day, 1)) days.push(day);
  while (days.length % 7 !== 0) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}
