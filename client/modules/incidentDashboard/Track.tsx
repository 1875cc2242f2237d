import { useTranslation } from 'react-i18next';
import { HOUR } from '../../../shared/duration.ts';
import type { IncidentTimeline } from '../../../shared/incidentDashboard/schema.ts';
import { Box, chakra, Tooltip, useFormat } from '../../ui/index.ts';
import { grouped, placeOf, ticksOf } from './scale.ts';

type Row = IncidentTimeline[number];
type Kind = Row['milestones'][number]['kind'];

/** Milestones drawn as filled dots, because they end a part of the response. */
const FILLED: readonly Kind[] = ['contained', 'authorityNotified', 'resolved'];
/** Width of a dot and of an axis label, in pixels. */
const DOT = 20;
const WORD = 68;
const percent = (pixels: number, width: number): number => (width > 0 ? (pixels / width) * 100 : 0);

interface Scale {
  /** The workspace's deadline for notifying the authority, in hours. */
  hours: number;
  /** Width of the line, in CSS pixels. */
  width: number;
}

/** The scale above the lines. */
export function Axis({ hours: limit, width }: Scale) {
  const { t } = useTranslation('incidentDashboard');
  return (
    <Box position="relative" height="6" mx="2" mb="2" borderBottomWidth="1px" aria-hidden data-axis="">
      {ticksOf(limit, percent(WORD, width)).map((hours) => (
        <chakra.span
          key={hours}
          position="absolute"
          bottom="1"
          transform="translateX(-50%)"
          textStyle="small"
          color="muted"
          fontWeight={hours === limit ? 'semibold' : 'normal'}
          whiteSpace="nowrap"
          style={{ insetInlineStart: `${placeOf(hours, limit)}%` }}
        >
          {hours === 0
            ? t('milestone.discovered')
            : hours > 72 && hours % 24 === 0
              ? t('span.days', { count: hours / 24, number: hours / 24 })
              : t('span.hours', { number: hours })}
        </chakra.span>
      ))}
    </Box>
  );
}

/**
 * The milestones of an incident from the first to the last, or to now while it is open; those at the same position are
 * combined into one dot with their number. The red mark is its deadline.
 */
export function Track({ row, now, hours, width }: Scale & { row: Row; now: number }) {
  const { t } = useTranslation('incidentDashboard');
  const { dateTime } = useFormat();
  const open = row.status !== 'RESOLVED' && row.status !== 'REJECTED';
  const moments = row.milestones.map(({ kind, at }) => ({ kind, at, ms: Date.parse(at) }));
  const discovered = moments.find(({ kind }) => kind === 'discovered')?.ms ?? now;
  const at = (ms: number) => placeOf((ms - discovered) / HOUR, hours);
  const begins = at(moments[0]?.ms ?? now);
  const ends = Math.max(open ? at(now) : 0, at(moments.at(-1)?.ms ?? now));
  return (
    <Box position="relative" height="5" mx="2">
      <Box
        position="absolute"
        insetInline="0"
        top="50%"
        height="1px"
        bg="line"
        transform="translateY(-50%)"
        aria-hidden
      />
      <Box
        position="absolute"
        top="50%"
        height="2px"
        data-fill="solid"
        bg={open ? 'live' : 'line.strong'}
        transform="translateY(-50%)"
        aria-hidden
        style={{ insetInlineStart: `${begins}%`, width: `${Math.max(0.5, ends - begins)}%` }}
      />
      <Box
        position="absolute"
        top="0"
        bottom="0"
        width="2px"
        data-fill="solid"
        bg="danger"
        aria-hidden
        style={{ insetInlineStart: `${at(Date.parse(row.clock.dueAt))}%` }}
      />
      <chakra.ol listStyle="none">
        {grouped(moments, ({ ms }) => at(ms), percent(DOT, width)).map(({ at: place, items }) => (
          <chakra.li
            key={items[0].kind}
            position="absolute"
            top="50%"
            transform="translate(-50%, -50%)"
            style={{ insetInlineStart: `${place}%` }}
          >
            <Dot
              labels={items.map(({ kind, at: time }) => `${t(`milestone.${kind}`)} ${dateTime(time)}`)}
              filled={items.some(({ kind }) => FILLED.includes(kind))}
            />
          </chakra.li>
        ))}
      </chakra.ol>
    </Box>
  );
}

/** One milestone, or several with their number; the tooltip lists them, one per line. */
function Dot({ labels, filled }: { labels: readonly string[]; filled: boolean }) {
  const several = labels.length > 1;
  return (
    <Tooltip
      content={labels.map((one) => (
        <chakra.span key={one} display="block">
          {one}
        </chakra.span>
      ))}
      isLabel
    >
      <chakra.span
        tabIndex={0}
        role="img"
        aria-label={labels.join(' · ')}
        data-moments={labels.length}
        display="grid"
        placeItems="center"
        boxSize={several ? '5' : '3.5'}
        borderRadius="full"
        borderWidth="2px"
        borderColor="accent"
        {...(filled && { 'data-fill': 'solid' })}
        bg={filled ? 'accent' : 'surface'}
        color={filled ? 'accent.ink' : 'accent.text'}
        fontSize="13px"
        lineHeight="1"
        fontWeight="semibold"
      >
        {several && labels.length}
      </chakra.span>
    </Tooltip>
  );
}
