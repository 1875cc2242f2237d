import { useTranslation } from 'react-i18next';
import { minuteOf } from '../../../shared/incident/fields.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import { Card, chakra, Tag, useFormat } from '../../ui/index.ts';

interface Line {
  key: string;
  at: string;
  words: string;
  tag?: string;
  milestone: boolean;
  /** Sort order within one minute, which is the precision of activities. */
  rank: number;
}

/** Activities are sorted between acceptance and containment. */
const ACTIVITY_RANK = 4.5;

const Dot = chakra('span', {
  base: {
    position: 'absolute',
    insetInlineStart: '-5px',
    top: '2',
    boxSize: '9px',
    borderRadius: 'full',
    bg: 'line.strong',
    '&[data-milestone]': { bg: 'accent' },
  },
});

/** From the breach to its end: milestones and activities, in chronological order. */
export function Timeline({ record }: { record: Incident }) {
  const { t } = useTranslation('incident');
  const { dateTime } = useFormat();
  const milestones = {
    occurred: record.occurredAt,
    discovered: record.discoveredAt,
    created: record.createdAt,
    submitted: record.submittedAt,
    accepted: record.acceptedAt,
    contained: record.containedAt,
    authorityNotified: record.authorityNotifiedAt,
    subjectsNotified: record.subjectsNotifiedAt,
    responded: record.respondedAt,
    resolved: record.resolvedAt,
  };
  const lines: Line[] = [
    ...Object.entries(milestones).flatMap(([key, at], rank) =>
      at ? [{ key, at, words: t(`timeline.${key as keyof typeof milestones}`), milestone: true, rank }] : [],
    ),
    ...record.activities.map(({ id, at, detail, phase }) => ({
      key: id,
      at,
      words: detail,
      tag: t(`phase.${phase}`),
      milestone: false,
      rank: ACTIVITY_RANK,
    })),
  ].sort((one, other) => minuteOf(one.at) - minuteOf(other.at) || one.rank - other.rank);
  return (
    <Card title={t('activity.timeline')}>
      <chakra.ol listStyle="none" display="grid" gap="3" borderInlineStartWidth="1px" borderColor="line.strong" ms="1">
        {lines.map(({ key, at, words, tag, milestone }) => (
          <chakra.li key={key} position="relative" ps="4" textStyle="dense">
            <Dot aria-hidden {...(milestone && { 'data-milestone': '' })} />
            <chakra.div color="muted" data-numeric="">
              {dateTime(at)} {tag && <Tag>{tag}</Tag>}
            </chakra.div>
            <chakra.div fontWeight={milestone ? 'semibold' : 'normal'} whiteSpace="pre-wrap" overflowWrap="anywhere">
              {words}
            </chakra.div>
          </chakra.li>
        ))}
      </chakra.ol>
    </Card>
  );
}
