import { chakra } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Info, TriangleAlert, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toneColors } from '../colors.ts';
import type { DateInput } from '../format.ts';
import { phrases } from './phrases.tsx';
import { useFormat } from './useFormat.ts';

const icons = { info: Info, ok: CircleCheck, warn: TriangleAlert, danger: CircleAlert, live: Info } as const;

export interface BannerProps {
  tone?: keyof typeof icons;
  title?: ReactNode;
  children?: ReactNode;
  /** A button or link at the end. */
  action?: ReactNode;
  /** `alert` interrupts a screen reader, `status` waits; by default none. */
  role?: 'alert' | 'status';
}

/**
 * A note across a page or form.
 * @example <Banner tone="warn" title={t('due')}>{t('dueBody')}</Banner>
 */
export function Banner({ tone = 'info', title, children, action, role }: BannerProps) {
  const colors = toneColors[tone];
  const Icon = icons[tone];
  return (
    <chakra.div
      {...(role && { role })}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="3"
      px="4"
      py="2.5"
      borderRadius="card"
      bg={colors.bg}
      color={colors.text}
      textStyle="dense"
    >
      <chakra.span color={colors.icon} {...(title && { alignSelf: 'flex-start', pt: '0.5' })}>
        <Icon size={18} aria-hidden />
      </chakra.span>
      <chakra.div flex="1" minWidth="min(100%, 12rem)">
        {title && <chakra.div fontWeight="semibold">{phrases(title)}</chakra.div>}
        {phrases(children)}
      </chakra.div>
      {action}
    </chakra.div>
  );
}

/**
 * The unobtrusive line while the live connection is lost.
 * @example {!connected && <QuietLine since={lastMessageAt} />}
 */
export function QuietLine({ since, children }: { since?: DateInput | null; children?: ReactNode }) {
  const { t } = useTranslation('ui');
  const { dateTime } = useFormat();
  return (
    <chakra.div
      role="status"
      display="flex"
      alignItems="center"
      justifyContent="center"
      flexWrap="wrap"
      gap="2"
      px="4"
      py="1"
      bg="subtle"
      color="muted"
      textStyle="small"
    >
      <Unplug size={14} aria-hidden />
      <span>{children ?? t('connection.lost')}</span>
      {since && <span>· {t('connection.asOf', { time: dateTime(since) })}</span>}
    </chakra.div>
  );
}
