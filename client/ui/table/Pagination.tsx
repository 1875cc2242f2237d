import { chakra } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../Link.tsx';
import { NativeSelect } from '../form/inputs.tsx';
import { useFormat } from '../useFormat.ts';
import type { ListData } from './types.ts';
import { pageWindow } from './pageWindow.ts';

const PageLink = chakra(AppLink, {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    minWidth: { base: '8', sm: '9' },
    height: '9',
    px: '1.5',
    borderRadius: 'control',
    color: 'ink',
    fontVariantNumeric: 'tabular-nums',
    _hover: { bg: 'subtle' },
    '&[aria-current]': { bg: 'accent.soft', color: 'accent.text', fontWeight: 'semibold' },
    '&[aria-disabled=true]': { opacity: 0.4, pointerEvents: 'none' },
  },
});

const sizes = [10, 20, 50, 100];

export interface PaginationProps {
  meta: ListData<unknown>['meta'];
  pageHref: (page: number) => string;
  onPageSize: (size: number) => void;
}

/** Up to five page links, "page x of y", and the number of rows on a page. */
export function Pagination({ meta, pageHref, onPageSize }: PaginationProps) {
  const { t } = useTranslation('ui');
  const { number } = useFormat();
  const { currentPage, pageSize, totalItems } = meta;
  const total = Math.max(1, meta.totalPage);
  const from = Math.min((currentPage - 1) * pageSize + 1, totalItems);
  const to = Math.min(currentPage * pageSize, totalItems);
  const arrow = (page: number, label: string, Icon: typeof ChevronLeft) =>
    page < 1 || page > total ? (
      <chakra.span display="inline-grid" placeItems="center" boxSize="9" color="muted" opacity="0.45" aria-hidden>
        <Icon size={18} />
      </chakra.span>
    ) : (
      <PageLink href={pageHref(page)} aria-label={label} px="0">
        <Icon size={18} aria-hidden />
      </PageLink>
    );
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      gap="3"
      rowGap="2"
      px="4"
      py="2"
      textStyle="dense"
      color="muted"
    >
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="4" rowGap="1">
        <span>{t('table.range', { from: number(from), to: number(to), total: number(totalItems) })}</span>
        <chakra.label data-screen="" display="flex" alignItems="center" gap="2">
          {t('table.pageSize')}
          <NativeSelect
            dense
            width="4.75rem"
            value={pageSize}
            onChange={(event) => onPageSize(Number(event.target.value))}
          >
            {[...new Set([...sizes, pageSize])]
              .sort((a, b) => a - b)
              .map((size) => (
                <option key={size} value={size}>
                  {size}
                </option>
              ))}
          </NativeSelect>
        </chakra.label>
      </chakra.div>
      <chakra.nav aria-label={t('table.pagination')} display="flex" flexWrap="wrap" alignItems="center" gap="1">
        <chakra.span me="2" flexBasis={{ base: 'full', sm: 'auto' }}>
          {t('table.page', { page: number(currentPage), total: number(total) })}
        </chakra.span>
        {arrow(currentPage - 1, t('table.previous'), ChevronLeft)}
        {pageWindow(currentPage, total).map((page) => (
          <PageLink
            key={page}
            href={pageHref(page)}
            aria-label={t('table.goTo', { page: number(page) })}
            {...(page === currentPage && { 'aria-current': 'page' as const })}
          >
            {number(page)}
          </PageLink>
        ))}
        {arrow(currentPage + 1, t('table.next'), ChevronRight)}
      </chakra.nav>
    </chakra.div>
  );
}
