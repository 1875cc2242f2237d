import { chakra } from '@chakra-ui/react';
import { Columns3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../Button.tsx';
import { Menu } from '../Menu.tsx';
import type { MenuItem } from '../Menu.tsx';
import { NativeSelect } from '../form/inputs.tsx';
import { useFormat } from '../useFormat.ts';
import { FilterBar } from './FilterBar.tsx';
import type { FilterBarProps } from './FilterBar.tsx';
import type { TablePreferences } from './preferences.ts';
import type { Column } from './types.ts';
import type { ListState } from './useListState.ts';

interface ViewProps<Row> {
  columns: readonly Column<Row>[];
  preferences: TablePreferences;
  onPreferences: (change: Partial<TablePreferences>) => void;
  /** Rows are cards: neither density nor column headers. */
  small: boolean;
  /** Columns that do not fit. */
  noRoom?: ReadonlySet<string> | undefined;
}

/** Above the rows of a table: search, filters, order of cards, view options, and buttons of the page. */
export function Toolbar<Row>({
  actions,
  columns,
  preferences,
  onPreferences,
  small,
  noRoom,
  ...filterBar
}: ViewProps<Row> & FilterBarProps & { actions: ReactNode }) {
  const { t } = useTranslation('ui');
  const { number } = useFormat();
  return (
    <chakra.div
      data-screen=""
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      px={{ base: '3', md: '4' }}
      py="3"
      borderBottomWidth="1px"
    >
      <FilterBar
        {...filterBar}
        order={small && <SortSelect columns={columns} state={filterBar.state} />}
        tools={
          <>
            <Menu
              label={t('table.view')}
              items={viewItems({ columns, preferences, onPreferences, small, noRoom }, t)}
              trigger={(trigger) =>
                noRoom?.size ? (
                  <Button
                    size="sm"
                    minHeight="9"
                    fontWeight="normal"
                    icon={<Columns3 aria-hidden />}
                    title={t('table.view')}
                    {...trigger}
                  >
                    {t('table.moreColumns', { count: noRoom.size, number: number(noRoom.size) })}
                  </Button>
                ) : (
                  <IconButton
                    look="plain"
                    size="sm"
                    boxSize="9"
                    flexShrink="0"
                    label={t('table.view')}
                    icon={<Columns3 aria-hidden />}
                    {...trigger}
                  />
                )
              }
            />
            {actions}
          </>
        }
      />
    </chakra.div>
  );
}

/** Cards have no column headers to click, so sorting is a select. */
function SortSelect<Row>({ columns, state }: { columns: readonly Column<Row>[]; state: ListState }) {
  const { t } = useTranslation('ui');
  const sortable = columns.filter((column) => state.sorts.includes(column.id));
  if (sortable.length === 0) return null;
  return (
    <NativeSelect
      dense
      flex="1 1 9rem"
      width="auto"
      minWidth="0"
      aria-label={t('table.sortBy')}
      value={`${state.sortBy} ${state.sortDirection}`}
      onChange={(event) => {
        const [column = '', direction] = event.target.value.split(' ');
        state.setSort(column, direction === 'ASC' ? 'ASC' : 'DESC');
      }}
    >
      {!sortable.some((column) => column.id === state.sortBy) && (
        <option value={`${state.sortBy} ${state.sortDirection}`}>{t('table.sortBy')}</option>
      )}
      {sortable.flatMap((column) => [
        <option key={`${column.id}-a`} value={`${column.id} ASC`}>{`${column.header} ↑`}</option>,
        <option key={`${column.id}-d`} value={`${column.id} DESC`}>{`${column.header} ↓`}</option>,
      ])}
    </NativeSelect>
  );
}

/** Menu items for density and columns. */
function viewItems<Row>(
  { columns, preferences, onPreferences, small, noRoom }: ViewProps<Row>,
  t: ReturnType<typeof useTranslation<'ui'>>['t'],
): MenuItem[] {
  const density: MenuItem[] = small
    ? []
    : [
        {
          key: 'comfortable',
          label: t('table.comfortable'),
          current: !preferences.compact,
          onSelect: () => onPreferences({ compact: false }),
        },
        {
          key: 'compact',
          label: t('table.compact'),
          current: preferences.compact,
          onSelect: () => onPreferences({ compact: true }),
        },
      ];
  const choices = columns.slice(1).filter((column) => column.hideable !== false);
  return [
    ...density,
    ...choices.map((column, index): MenuItem => {
      const hasRoom = !noRoom?.has(column.id);
      const on = hasRoom && (preferences.columns[column.id] ?? !column.defaultHidden);
      return {
        key: `column-${column.id}`,
        label: column.header,
        checked: on,
        ...(!hasRoom && { note: t('table.noRoom') }),
        separated: index === 0 && density.length > 0,
        onSelect: () => onPreferences({ columns: { ...preferences.columns, [column.id]: !on } }),
      };
    }),
  ];
}
