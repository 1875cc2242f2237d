import { Check, ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  INVENTORY_PIVOTS,
  type InventoryFilters,
  type InventoryPivot,
  type InventoryPivotRow,
} from '../../../shared/inventory/schema.ts';
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
  VisuallyHidden,
  Waiting,
} from '../../ui/index.ts';
import { Input } from '../../ui/form/index.ts';
import { type Pivot, usePivot } from './usePivot.ts';
import { useWords } from './words.ts';

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

/** The selected key of each dimension of the inventory. */
export type ChosenPivots = Readonly<Partial<Record<InventoryPivot, string | undefined>>>;
interface PivotPanelProps {
  filters: Partial<InventoryFilters>;
  chosen: ChosenPivots;
  onChoose: (by: InventoryPivot, key: string | undefined) => void;
}

/**
 * The inventory aggregated by one dimension, as bars with names and numbers; pressing a bar filters the table, pressing
 * it again removes the filter. The numbers ignore the dimension's own filter, so that the user can switch from bar to
 * bar.
 */
export function PivotPanel({ filters, chosen, onChoose }: PivotPanelProps) {
  const { t } = useTranslation(['inventory', 'ui']);
  const { number } = useFormat();
  const pivot = usePivot(filters);
  const { by, data, rows, left, step } = pivot;

  return (
    <Card title={t('pivot.title')} flush>
      <Box p="3" display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr)">
        <Flex role="group" aria-label={t('pivot.by')} wrap="wrap" gap="1">
          {INVENTORY_PIVOTS.map((one) => (
            <Switcher key={one} type="button" aria-pressed={one === by} onClick={() => pivot.choose(one)}>
              {t(`pivot.${one}`)}
            </Switcher>
          ))}
        </Flex>
        {data && data.uses > 0 && (
          <Text textStyle="small" color="muted">
            {t('pivot.share', { count: data.uses, number: number(data.uses), sensitive: number(data.sensitiveUses) })}
          </Text>
        )}
        {pivot.searchable && (
          <Input
            dense
            type="search"
            value={pivot.typed}
            maxLength={200}
            aria-label={t('pivot.find')}
            placeholder={t('pivot.find')}
            onChange={(event) => pivot.setTyped(event.target.value)}
          />
        )}
        <PivotBars pivot={pivot} chosen={chosen[by]} onChoose={(key) => onChoose(by, key)} />
        {left > 0 && (
          <div>
            <Button size="sm" look="quiet" onClick={pivot.showMore}>
              {t('pivot.more', { number: number(Math.min(left, step * 2)) })}
            </Button>
          </div>
        )}
        {rows.length > 0 && (
          <Flex gap="2" align="center" textStyle="small" color="muted" wrap="wrap">
            <ShieldAlert size={14} aria-hidden />
            <Box width="4" height="2" borderRadius="2px" data-fill="striped" css={SENSITIVE} aria-hidden />
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

/** Sensitive data is striped, because the two colours have the same lightness. */
const SENSITIVE = { '--fill': '{colors.warn}' };

interface PivotBarsProps {
  pivot: Pivot;
  /** The key of the selected bar. */
  chosen: string | undefined;
  onChoose: (key: string | undefined) => void;
}

function PivotBars({ pivot: { by, query, data, rows, find, step }, chosen, onChoose }: PivotBarsProps) {
  const { t } = useTranslation('inventory');
  const { text } = useFormat();
  const words = useWords();
  if (!data) {
    return query.error ? (
      <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
    ) : (
      <Waiting>
        <Box display="grid" gap="3">
          {Array.from({ length: step }, (_, index) => (
            <Skeleton key={index} height="9" />
          ))}
        </Box>
      </Waiting>
    );
  }
  if (rows.length === 0) {
    return (
      <Text textStyle="dense" color="muted" px="2" py="3">
        {t(find ? 'pivot.notFound' : 'pivot.none')}
      </Text>
    );
  }
  const most = Math.max(1, ...rows.map((row) => row.uses));
  return (
    <chakra.ul
      listStyle="none"
      display="grid"
      gap="0.5"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', xl: 'minmax(0, 1fr)' }}
      columnGap="4"
      opacity={query.isPlaceholderData ? 0.6 : 1}
      transition="opacity 160ms ease-out"
    >
      {rows.map((row) => (
        <li key={row.key}>
          <PivotBar
            row={row}
            name={row.name ? text(row.name) : words.keyName(by, row.key)}
            most={most}
            on={chosen === row.key}
            onToggle={() => onChoose(chosen === row.key ? undefined : row.key)}
          />
        </li>
      ))}
    </chakra.ul>
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
            {t('pivot.bar', { count: row.uses, number: number(row.uses), sensitive: number(row.sensitiveUses) })}
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
      <Flex height="2" bg="subtle" borderRadius="2px" overflow="hidden" gap="2px" data-track="" aria-hidden>
        {row.sensitiveUses > 0 && (
          <Box data-fill="striped" css={SENSITIVE} style={{ width: share(row.sensitiveUses) }} />
        )}
        <Box bg="accent" data-fill="solid" style={{ width: share(row.uses - row.sensitiveUses) }} />
      </Flex>
    </Bar>
  );
}
