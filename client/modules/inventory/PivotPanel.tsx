import { keepPreviousData } from '@tanstack/react-query';
import { Check, ShieldAlert } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearch } from 'wouter';
import {
  INVENTORY_PIVOTS,
  type InventoryFilters,
  type InventoryPivot,
  type InventoryPivotRow,
} from '../../../shared/inventory/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Box,
  Button,
  Card,
  chakra,
  ErrorState,
  Flex,
  Skeleton,
  Text,
  useFormat,
  useIsSmall,
  VisuallyHidden,
  Waiting,
} from '../../ui/index.ts';
import { Input } from '../../ui/form/index.ts';
import { useWords } from './words.ts';

/** The filter of the procedure that each side of the inventory sets. */
const FILTER_OF = {
  category: 'piiCategoryId',
  application: 'applicationId',
  purpose: 'purposeId',
  lawfulBasis: 'lawfulBasis',
  retention: 'retentionBand',
} as const;
const STEP = { wide: 12, small: 5 };
const MOST = 200;

const Switcher = chakra('button', {
  base: {
    px: '2.5',
    minHeight: '8',
    borderRadius: 'control',
    textStyle: 'small',
    cursor: 'pointer',
    color: 'muted',
    whiteSpace: 'nowrap',
    _hover: { bg: 'subtle' },
    '&[aria-pressed=true]': { bg: 'accent.soft', color: 'accent.text', fontWeight: 'semibold' },
  },
});
const Bar = chakra('button', {
  base: {
    display: 'grid',
    gap: '1',
    width: 'full',
    px: '2',
    py: '1.5',
    borderRadius: 'control',
    textAlign: 'start',
    textStyle: 'dense',
    cursor: 'pointer',
    _hover: { bg: 'subtle' },
    '&[aria-pressed=true]': { bg: 'accent.soft', color: 'accent.text' },
  },
});

interface PivotPanelProps {
  filters: Partial<InventoryFilters>;
  chosen: Readonly<Partial<Record<InventoryPivot, string | undefined>>>;
  onChoose: (by: InventoryPivot, key: string | undefined) => void;
}

/**
 * The inventory added up by one side of it, as bars with their names and numbers; a bar filters the table, and once
 * more leaves off. Its own filter is left out of its numbers, so that one can go from bar to bar.
 */
export function PivotPanel({ filters, chosen, onChoose }: PivotPanelProps) {
  const { t } = useTranslation(['inventory', 'ui']);
  const { ws } = useSession();
  const { number, text } = useFormat();
  const words = useWords();
  const [by, setBy] = useBy();
  const step = useIsSmall() ? STEP.small : STEP.wide;
  const [steps, setSteps] = useState(1);
  const [typed, setTyped] = useState('');
  const find = useDeferredValue(typed.trim());
  const ofRecords = by !== 'lawfulBasis' && by !== 'retention';
  const pivot = trpc.inventory.pivot.useQuery(
    {
      ws,
      ...filters,
      [FILTER_OF[by]]: undefined,
      by,
      find: ofRecords ? find : '',
      limit: ofRecords ? Math.min(MOST, step * steps) : MOST,
    },
    { placeholderData: keepPreviousData },
  );
  const rows = pivot.data?.collection ?? [];
  const most = Math.max(1, ...rows.map((row) => row.uses));
  const left = Math.min(MOST, pivot.data?.totalRows ?? 0) - rows.length;
  const nameOf = (row: InventoryPivotRow) => (row.name ? text(row.name) : words.keyName(by, row.key));
  const choose = (next: InventoryPivot) => {
    setBy(next);
    setSteps(1);
    setTyped('');
  };

  return (
    <Card title={t('pivot.title')} flush>
      <Box p="3" display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr)">
        <Flex role="group" aria-label={t('pivot.by')} wrap="wrap" gap="1">
          {INVENTORY_PIVOTS.map((one) => (
            <Switcher key={one} type="button" aria-pressed={one === by} onClick={() => choose(one)}>
              {t(`pivot.${one}`)}
            </Switcher>
          ))}
        </Flex>
        {pivot.data && pivot.data.uses > 0 && (
          <Text textStyle="small" color="muted">
            {t('pivot.share', { number: number(pivot.data.uses), sensitive: number(pivot.data.sensitiveUses) })}
          </Text>
        )}
        {ofRecords && (typed !== '' || (pivot.data?.totalRows ?? 0) > step) && (
          <Input
            dense
            type="search"
            value={typed}
            maxLength={200}
            aria-label={t('pivot.find')}
            placeholder={t('pivot.find')}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        {pivot.error && !pivot.data ? (
          <ErrorState onRetry={() => void pivot.refetch()} retrying={pivot.isFetching} />
        ) : !pivot.data ? (
          <Waiting>
            <Box display="grid" gap="3">
              {Array.from({ length: step }, (_, index) => (
                <Skeleton key={index} height="9" />
              ))}
            </Box>
          </Waiting>
        ) : rows.length === 0 ? (
          <Text textStyle="dense" color="muted" px="2" py="3">
            {t(find ? 'pivot.notFound' : 'pivot.none')}
          </Text>
        ) : (
          <chakra.ul
            listStyle="none"
            display="grid"
            gap="0.5"
            gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', xl: 'minmax(0, 1fr)' }}
            columnGap="4"
            opacity={pivot.isPlaceholderData ? 0.6 : 1}
            transition="opacity 160ms ease-out"
          >
            {rows.map((row) => (
              <li key={row.key}>
                <PivotBar
                  row={row}
                  name={nameOf(row)}
                  most={most}
                  on={chosen[by] === row.key}
                  onToggle={() => onChoose(by, chosen[by] === row.key ? undefined : row.key)}
                />
              </li>
            ))}
          </chakra.ul>
        )}
        {left > 0 && (
          <div>
            <Button size="sm" look="quiet" onClick={() => setSteps(steps + 2)}>
              {t('pivot.more', { number: number(Math.min(left, step * 2)) })}
            </Button>
          </div>
        )}
        {rows.length > 0 && (
          <Flex gap="2" align="center" textStyle="small" color="muted" wrap="wrap">
            <ShieldAlert size={14} aria-hidden />
            <Box width="4" height="2" bg="warn" borderRadius="2px" aria-hidden />
            {t('pivot.legend')}
          </Flex>
        )}
        {by === 'lawfulBasis' && (
          <Text textStyle="small" color="muted">
            {t('pivot.basisNote')}
          </Text>
        )}
      </Box>
    </Card>
  );
}

function PivotBar({
  row,
  name,
  most,
  on,
  onToggle,
}: {
  row: InventoryPivotRow;
  name: string;
  most: number;
  on: boolean;
  onToggle: () => void;
}) {
  const { t } = useTranslation('inventory');
  const { number } = useFormat();
  const share = (uses: number) => `${(uses / most) * 100}%`;
  return (
    <Bar type="button" aria-pressed={on} onClick={onToggle}>
      <Flex gap="2" align="baseline">
        {on && <Check size={14} aria-hidden style={{ flexShrink: 0, alignSelf: 'center' }} />}
        <chakra.span flex="1" minWidth="0" overflowWrap="anywhere">
          {name}
          <VisuallyHidden>
            {t('pivot.bar', { number: number(row.uses), sensitive: number(row.sensitiveUses) })}
          </VisuallyHidden>
        </chakra.span>
        {row.sensitiveUses > 0 && (
          <chakra.span
            aria-hidden
            display="inline-flex"
            alignItems="center"
            gap="1"
            color="warn.text"
            textStyle="small"
            data-numeric=""
          >
            <ShieldAlert size={12} aria-hidden />
            {number(row.sensitiveUses)}
          </chakra.span>
        )}
        <chakra.span aria-hidden data-numeric="" fontWeight="semibold">
          {number(row.uses)}
        </chakra.span>
      </Flex>
      <Flex height="2" bg="subtle" borderRadius="2px" overflow="hidden" aria-hidden>
        <Box bg="warn" style={{ width: share(row.sensitiveUses) }} />
        <Box bg="accent" opacity={0.75} style={{ width: share(row.uses - row.sensitiveUses) }} />
      </Flex>
    </Bar>
  );
}

/** Which side is shown, in the address beside the filters. */
function useBy(): [InventoryPivot, (by: InventoryPivot) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const by = INVENTORY_PIVOTS.find((one) => one === new URLSearchParams(search).get('by')) ?? 'category';
  return [
    by,
    (next) => {
      const params = new URLSearchParams(search);
      params.set('by', next);
      navigate(`${path}?${params}`, { replace: true });
    },
  ];
}
