import { CircleAlert, CircleCheck, CircleDashed, ListTodo } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OverviewCard, OverviewFigure, OverviewState } from '../../../shared/overview/schema.ts';
import type { Tone } from '../../colors.ts';
import { AppLink, Card, chakra, Flex, GlowOnChange, Link, Tag, useFormat } from '../../ui/index.ts';
import { useCardText } from './texts.ts';

const LOOKS: Record<OverviewState, { tone: Tone; Icon: typeof CircleAlert }> = {
  empty: { tone: 'neutral', Icon: CircleDashed },
  inOrder: { tone: 'ok', Icon: CircleCheck },
  attention: { tone: 'live', Icon: ListTodo },
  overdue: { tone: 'danger', Icon: CircleAlert },
};

/** One module: its status, and its figures beside those of a week ago, each with a link to its list. */
export function ModuleCard({ card }: { card: OverviewCard }) {
  const { t } = useTranslation('overview');
  const text = useCardText();
  const { module, state, address, overdue } = card;
  const { tone, Icon } = LOOKS[state];
  const title = text(module, 'title');
  const figures: (OverviewFigure & { label: string })[] = [
    ...overdue.map(({ counted, total, weekAgo, address: list }) => ({
      key: counted ?? 'overdue',
      label: counted ? text(module, counted) : t('overdue.count'),
      value: total,
      weekAgo,
      address: list,
    })),
    ...card.figures.map((figure) => ({ ...figure, label: text(module, figure.key) })),
  ];
  return (
    <Card
      data-module={module}
      title={address ? <Link href={address}>{title}</Link> : title}
      actions={
        <Tag tone={tone} icon={<Icon aria-hidden />}>
          {t(`state.${state}`)}
        </Tag>
      }
    >
      <chakra.dl display="grid" gap="3">
        {figures.map(({ label, ...figure }) => (
          <Figure key={figure.key} figure={figure} label={label} />
        ))}
      </chakra.dl>
    </Card>
  );
}

function Figure({ figure: { value, weekAgo, address }, label }: { figure: OverviewFigure; label: string }) {
  const { t } = useTranslation('overview');
  const { number } = useFormat();
  const change = weekAgo === null ? null : value - weekAgo;
  return (
    <Flex justify="space-between" gap="4" alignItems="baseline">
      <chakra.dt minWidth="0">
        {address && value > 0 ? (
          <chakra.span _hover={{ textDecoration: 'underline' }} color="accent.text">
            <AppLink href={address} data-link="">
              {label}
            </AppLink>
          </chakra.span>
        ) : (
          <span>{label}</span>
        )}
        {change !== null && (
          <chakra.span display="block" textStyle="small" color="muted">
            {t(change > 0 ? 'change.more' : change < 0 ? 'change.less' : 'change.same', {
              number: number(Math.abs(change)),
            })}
          </chakra.span>
        )}
      </chakra.dt>
      <chakra.dd textStyle="heading" data-numeric="" flexShrink="0">
        <GlowOnChange value={value}>{number(value)}</GlowOnChange>
      </chakra.dd>
    </Flex>
  );
}
