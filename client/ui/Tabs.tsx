import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearch } from 'wouter';
import { AppLink } from './Link.tsx';

export interface TabItem {
  label: ReactNode;
  /** The tab's address: a path (`/consent/1/history`) or a query (`?tab=history`). */
  href: string;
  /** A number beside the label. */
  count?: number;
  /** Whether it is the current one; by default path and query are compared. */
  current?: boolean;
}

const Tab = chakra(AppLink, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    px: '1',
    minHeight: '11',
    whiteSpace: 'nowrap',
    color: 'muted',
    borderBottomWidth: '2px!',
    borderColor: 'transparent!',
    _hover: { color: 'ink' },
    '&:focus-visible': { outlineOffset: '-2px' },
    '&[aria-current]': { color: 'accent.text', fontWeight: 'semibold', borderColor: 'accent!' },
  },
});

/**
 * Tabs with addresses, so that Back and sharing work: links, not a widget.
 * @example <Tabs items={[{ label: t('general'), href: '?' }, { label: t('history'), href: '?tab=history', count: 4 }]}
 * />
 */
export function Tabs({ items, label }: { items: readonly TabItem[]; label?: string }) {
  const { t } = useTranslation('ui');
  const [path] = useLocation();
  const search = useSearch();
  return (
    <chakra.nav
      aria-label={label ?? t('sections')}
      display="flex"
      gap="5"
      mb="5"
      overflowX="auto"
      borderBottomWidth="1px"
      css={{ scrollbarWidth: 'thin' }}
    >
      {items.map((item) => {
        const href = item.href.startsWith('?') ? path + (item.href === '?' ? '' : item.href) : item.href;
        return (
          <Tab
            key={item.href}
            href={href}
            {...((item.current ?? isCurrent(href, path, search)) && { 'aria-current': 'page' as const })}
          >
            {item.label}
            {item.count !== undefined && (
              <chakra.span textStyle="small" px="1.5" borderRadius="full" bg="subtle" color="muted" data-numeric="">
                {item.count}
              </chakra.span>
            )}
          </Tab>
        );
      })}
    </chakra.nav>
  );
}

/** Same path, and every parameter of the tab present; a tab without `tab` requires that the address has none. */
function isCurrent(href: string, path: string, search: string): boolean {
  const [wantedPath, wantedSearch = ''] = href.split('?', 2);
  if (wantedPath !== path) return false;
  const now = new URLSearchParams(search);
  const wanted = new URLSearchParams(wantedSearch);
  return [...wanted].every(([key, value]) => now.get(key) === value) && (wanted.has('tab') || !now.has('tab'));
}
