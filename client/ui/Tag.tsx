import { chakra } from '@chakra-ui/react';
import { Circle, CircleAlert, CircleCheck, CircleDashed, Clock, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { toneColors } from '../colors.ts';
import type { Tone } from '../colors.ts';

const Shell = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    px: '2',
    minHeight: '6',
    borderRadius: 'control',
    textStyle: 'small',
    whiteSpace: 'nowrap',
    '& svg': { boxSize: '1.1em', flexShrink: 0 },
  },
});

export interface TagProps {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
}

/** A small label. @example <Tag>PDF</Tag> */
export function Tag({ tone = 'neutral', icon, children }: TagProps) {
  const colors = toneColors[tone];
  return (
    <Shell bg={colors.bg} color={colors.text}>
      {icon}
      {children}
    </Shell>
  );
}

const toneIcons = {
  neutral: CircleDashed,
  accent: Circle,
  live: Clock,
  ok: CircleCheck,
  warn: TriangleAlert,
  danger: CircleAlert,
  info: Info,
} as const;

/**
 * A state, by word, icon and colour together.
 * @example <StatusTag tone="ok">{t('status.published')}</StatusTag>
 */
export function StatusTag({ tone = 'neutral', icon, children }: TagProps) {
  const Icon = toneIcons[tone];
  return (
    <Tag tone={tone} icon={icon ?? <Icon aria-hidden />}>
      {children}
    </Tag>
  );
}
