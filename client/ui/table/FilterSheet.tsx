import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { CheckboxInput } from '../form/inputs.tsx';
import { useFormat } from '../useFormat.ts';
import { FilterControl } from './FilterControl.tsx';
import type { Filter } from './types.ts';
import type { ListState } from './useListState.ts';

export interface FilterSheetProps {
  open: boolean;
  onClose: () => void;
  state: ListState;
  filters: readonly Filter[];
  total: number | undefined;
  order: ReactNode;
}

/** All filters of a list in one sheet at the bottom of the window; the list behind follows each choice. */
export default function FilterSheet({ open, onClose, state, filters, total, order }: FilterSheetProps) {
  const { t } = useTranslation('ui');
  const { number } = useFormat();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      side="bottom"
      title={t('table.filters')}
      footer={
        <>
          <chakra.span role="status" flex="1" color="muted" textStyle="dense" alignSelf="center">
            {total !== undefined && t('table.results', { number: number(total) })}
          </chakra.span>
          {state.narrowed && (
            <Button icon={<X aria-hidden />} onClick={state.clear}>
              {t('table.clearFilters')}
            </Button>
          )}
          <Button look="main" onClick={onClose}>
            {t('table.showResults')}
          </Button>
        </>
      }
    >
      <chakra.div display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr)">
        {filters.map((filter) =>
          filter.kind === 'many' ? (
            <ManyOf key={filter.key} filter={filter} state={state} />
          ) : (
            <FilterControl key={filter.key} filter={filter} state={state} />
          ),
        )}
        {order}
      </chakra.div>
    </Dialog>
  );
}

/** A choice of any from a few, as checkboxes. */
function ManyOf({ filter, state }: { filter: Extract<Filter, { kind: 'many' }>; state: ListState }) {
  const chosen = (state.filters[filter.key] as string[] | undefined) ?? [];
  return (
    <chakra.fieldset minWidth="0">
      <chakra.legend fontWeight="semibold" textStyle="dense">
        {filter.label}
      </chakra.legend>
      {filter.options.map(({ value, label }) => (
        <chakra.label key={value} display="flex" gap="3" alignItems="center" minHeight="9" cursor="pointer">
          <CheckboxInput
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              state.setFilter(filter.key, target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
          {label}
        </chakra.label>
      ))}
    </chakra.fieldset>
  );
}
