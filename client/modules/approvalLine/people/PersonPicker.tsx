import { useState } from 'react';
import { Combobox } from '../../../ui/form/Combobox.tsx';
import type { FieldHandle } from '../../../ui/form/Field.tsx';
import { FieldFrame, type FieldProps, useField } from '../../../ui/form/index.ts';
import { usePeople } from './usePeople.ts';

interface PickerProps {
  control: FieldHandle<unknown>['control'];
  labelId: string;
  /** People to exclude. */
  without: readonly string[];
  chosen: string | null;
  onChosen: (id: string | null) => void;
  onBlur: () => void;
  placeholder?: string;
}

/** Finds one person by typing: the list of those who can be given work is short and loaded completely. */
export function PersonPicker({ control, labelId, without, chosen, onChosen, onBlur, placeholder }: PickerProps) {
  const { people, all, status, retry } = usePeople();
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLocaleLowerCase();
  return (
    <Combobox
      control={control}
      labelId={labelId}
      chosen={chosen ? [{ value: chosen, label: all.get(chosen)?.name ?? '…' }] : []}
      options={people
        .filter(({ id, name }) => !without.includes(id) && name.toLocaleLowerCase().includes(wanted))
        .map(({ id, name }) => ({ value: id, label: name }))}
      query={query}
      onQuery={setQuery}
      onToggle={({ value }) => onChosen(value)}
      onClear={() => onChosen(null)}
      onBlur={onBlur}
      status={status}
      onRetry={retry}
      placeholder={placeholder}
    />
  );
}

/** A person as a field of a form: the value is an id, or ''. */
export function PersonField({ without = [], ...field }: FieldProps & { without?: readonly string[] }) {
  const handle = useField<string | null | undefined>(field);
  return (
    <FieldFrame {...field} handle={handle}>
      <PersonPicker
        control={handle.control}
        labelId={handle.ids.label}
        without={without}
        chosen={handle.value || null}
        onChosen={(id) => handle.set(id ?? '')}
        onBlur={handle.blur}
        placeholder={field.placeholder}
      />
    </FieldFrame>
  );
}
