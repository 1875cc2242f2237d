import { chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { GlowOnChange } from '../GlowOnChange.tsx';
import { AppLink } from '../Link.tsx';
import { Skeleton } from '../Skeleton.tsx';

export interface FigureTile {
  key: string;
  label: string;
  icon: LucideIcon;
  /** Formatted; undefined while it is not known. */
  value: string | undefined;
  /** A line below, for the meaning of the figure. */
  note?: ReactNode;
  /** The list behind the figure. */
  href?: string | undefined;
  /** The label states it too: colour alone is not enough. */
  tone?: 'danger' | undefined;
}

const Tile = chakra('div', {
  base: {
    bg: 'surface',
    borderWidth: '1px',
    borderRadius: 'card',
    px: '4',
    py: '3',
    minWidth: '0',
    position: 'relative',
  },
});
/** The entire tile is the link. */
const TileLink = chakra(AppLink, {
  base: {
    _before: { content: '""', position: 'absolute', inset: '0', borderRadius: 'card' },
    _hover: { color: 'accent.text' },
  },
});

/**
 * The first line of a dashboard: a few numbers that are highlighted when they change.
 * @example <FigureTiles figures={[{ key: 'open', label: t('open'), icon: Siren, value: number(data?.open) }]} />
 */
export function FigureTiles({ figures }: { figures: readonly FigureTile[] }) {
  return (
    <chakra.dl
      display="grid"
      gap="3"
      mb="4"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' }}
    >
      {figures.map(({ key, label, icon: Icon, value, note, href, tone }) => (
        <Tile key={key}>
          <chakra.dt color="muted" textStyle="dense" display="flex" alignItems="center" gap="2">
            <Icon size={16} aria-hidden style={{ flexShrink: 0 }} />
            {href ? <TileLink href={href}>{label}</TileLink> : label}
          </chakra.dt>
          <chakra.dd minWidth="0">
            {value === undefined ? (
              <Skeleton height="9" width="16" mt="1" />
            ) : (
              <GlowOnChange value={value}>
                <chakra.span
                  textStyle={{ base: 'heading', sm: 'display' }}
                  fontVariantNumeric="tabular-nums"
                  overflowWrap="anywhere"
                  color={tone}
                >
                  {value}
                </chakra.span>
              </GlowOnChange>
            )}
            <chakra.span display="block" textStyle="small" color="muted">
              {(value !== undefined && note) || ' '}
            </chakra.span>
          </chakra.dd>
        </Tile>
      ))}
    </chakra.dl>
  );
}
