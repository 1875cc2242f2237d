import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Combobox } from '../form/Combobox.tsx';
import { useOptions } from '../form/useOptions.ts';
import type { Filter } from './types.ts';

export interface SearchFilterProps {
  filter: Extract<Filter, { kind: 'search' }>;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A filter of the bar with too many choices for a list: found by typing. FilterBar loads it when a list has one. */
export default function SearchFilter({ filter, value, onChange }: SearchFilterProps) {
  const { t } = useTranslation('ui');
  const id = useId();
  const found = useOptions(filter.load);
  const known = [...(filter.chosen ? [filter.chosen] : []), ...found.options].find((option) => option.value === value);
  return (
    <chakra.div minWidth="0">
      <chakra.label id={`${id}label`} htmlFor={id} srOnly>
        {filter.label}
      </chakra.label>
      <Combobox
        dense
        control={{ id, disabled: false }}
        labelId={`${id}label`}
        chosen={value ? [{ value, label: `${filter.label}: ${known?.label ?? '…'}` }] : []}
        options={found.options}
        query={found.query}
        onQuery={found.setQuery}
        onOpen={found.open}
        onToggle={(option) => onChange(option.value)}
        onClear={() => onChange(undefined)}
        onBlur={() => undefined}
        placeholder={`${filter.label}: ${t('table.all')}`}
        status={found.status}
        onRetry={found.retry}
        onMore={found.more}
      />
    </chakra.div>
  );
}
