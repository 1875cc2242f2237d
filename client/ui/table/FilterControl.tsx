import { chakra } from '@chakra-ui/react';
import { ListFilter } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../Button.tsx';
import { Menu } from '../Menu.tsx';
import RangeInput from '../date/RangeInput.tsx';
import { NativeSelect } from '../form/inputs.tsx';
import type { Filter } from './types.ts';
import type { DayRange, ListState } from './useListState.ts';
import { lazyScreen } from '../lazyScreen.tsx';

// Few lists have one.
const SearchFilter = lazyScreen(() => import('./SearchFilter.tsx'));

type FilterOf<Kind extends Filter['kind']> = Extract<Filter, { kind: Kind }>;

/** One filter of the bar: its name, and the choice beside it. */
export function FilterControl({ filter, state }: { filter: Filter; state: ListState }) {
  const value = state.filters[filter.key] as string | string[] | DayRange | undefined;
  const set = (next: Parameters<ListState['setFilter']>[1]) => state.setFilter(filter.key, next);
  if (filter.kind === 'range')
    return (
      <RangeInput
        dense
        label={filter.label}
        value={value as DayRange | undefined}
        onChange={set}
        {...(filter.maxDays && { maxDays: filter.maxDays })}
      />
    );
  if (filter.kind === 'many')
    return <MenuFilter filter={filter} chosen={(value as string[] | undefined) ?? []} onChange={set} />;
  const one = { value: value as string | undefined, onChange: set };
  const select = <SelectFilter label={filter.label} options={filter.kind === 'one' ? filter.options : []} {...one} />;
  if (filter.kind === 'one') return select;
  return (
    <Suspense fallback={select}>
      <SearchFilter filter={filter} {...one} />
    </Suspense>
  );
}

interface SelectFilterProps extends Pick<FilterOf<'one'>, 'label' | 'options'> {
  value: string | undefined;
  onChange: (value: string) => void;
}

/** A choice of one from a few. */
function SelectFilter({ label, options, value, onChange }: SelectFilterProps) {
  const { t } = useTranslation('ui');
  // One whose name is not known (yet) narrows the list as well.
  const all =
    value && !options.some((option) => option.value === value) ? [...options, { value, label: '…' }] : options;
  return (
    <NativeSelect
      dense
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
      {...(value && { borderColor: 'accent!', color: 'accent.text' })}
    >
      <option value="">{`${label}: ${t('table.all')}`}</option>
      {all.map((option) => (
        <option key={option.value} value={option.value}>
          {/* The selected value is displayed in the bar, where it needs the name of its filter. */}
          {option.value === value ? `${label}: ${option.label}` : option.label}
        </option>
      ))}
    </NativeSelect>
  );
}

interface MenuFilterProps {
  filter: FilterOf<'many'>;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** A choice of any from a few. */
function MenuFilter({ filter, chosen, onChange }: MenuFilterProps) {
  const { t } = useTranslation('ui');
  return (
    <Menu
      align="start"
      label={filter.label}
      items={filter.options.map((option) => ({
        key: option.value,
        label: option.label,
        checked: chosen.includes(option.value),
        onSelect: () =>
          onChange(
            chosen.includes(option.value) ? chosen.filter((one) => one !== option.value) : [...chosen, option.value],
          ),
      }))}
      trigger={(props) => (
        <Button
          {...props}
          size="sm"
          minHeight="9"
          block
          justifyContent="flex-start"
          fontWeight="normal"
          icon={<ListFilter aria-hidden />}
          {...(chosen.length > 0 && { borderColor: 'accent', color: 'accent.text' })}
        >
          <chakra.span overflow="hidden" textOverflow="ellipsis">
            {filter.label}
            {chosen.length > 0 && ` · ${t('table.chosen', { number: chosen.length })}`}
          </chakra.span>
        </Button>
      )}
    />
  );
}
