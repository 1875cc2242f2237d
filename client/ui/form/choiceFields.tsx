import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Combobox } from './Combobox.tsx';
import type { Option } from './Combobox.tsx';
import { FieldFrame, useField } from './Field.tsx';
import type { FieldProps } from './Field.tsx';
import { NativeSelect } from './inputs.tsx';
import { useMissingOptions } from './useMissingOptions.ts';
import { useOptions } from './useOptions.ts';
import type { LoadOptions } from './useOptions.ts';
import { type OptionsQuery, useOptionsHelp } from './useOptionsHelp.tsx';

export interface SelectFieldProps extends FieldProps {
  options: readonly Option[];
  /** The query that the options come from: the field says that they are loading, or failed. */
  query?: OptionsQuery;
}

/**
 * A choice of one from a few. A value that is not among the loaded options is displayed as unavailable: the browser
 * would otherwise display the first option in its place.
 * @example <SelectField name="country" label={t('country')} options={countries} />
 */
export function SelectField({ options, query, placeholder, ...props }: SelectFieldProps) {
  const { t } = useTranslation('ui');
  const field = { ...props, help: useOptionsHelp(query, props.help) };
  const handle = useField<string | null | undefined>(field);
  const value = handle.value ?? '';
  const isUnavailable = value !== '' && options.length > 0 && !options.some((option) => option.value === value);
  return (
    <FieldFrame {...field} handle={handle}>
      <NativeSelect
        {...handle.control}
        name={field.name}
        value={value}
        onChange={(event) => handle.set(event.target.value)}
        onBlur={handle.blur}
        {...(value === '' && { color: 'muted' })}
      >
        {/* Can be selected again only if the field is optional. */}
        <option value="" disabled={field.required}>
          {placeholder ?? t('form.select')}
        </option>
        {isUnavailable && <option value={value}>{t('form.unavailable')}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    </FieldFrame>
  );
}

/** Whether the option contains the typed words, without case and Thai marks. */
function matches(option: Option, query: string): boolean {
  return `${option.label} ${option.note ?? ''}`.toLocaleLowerCase().includes(query.trim().toLocaleLowerCase());
}

/**
 * A choice of several from a known list, searched in the browser.
 * @example <MultiSelectField name="channels" label={t('channels')} options={channels} />
 */
export function MultiSelectField({ options, placeholder, ...field }: FieldProps & { options: readonly Option[] }) {
  const handle = useField<readonly string[] | undefined>(field);
  const [query, setQuery] = useState('');
  const values = handle.value ?? [];
  return (
    <FieldFrame {...field} handle={handle}>
      <Combobox
        multiple
        control={handle.control}
        labelId={handle.ids.label}
        chosen={values.map((value) => options.find((option) => option.value === value) ?? { value, label: value })}
        options={options.filter((option) => matches(option, query))}
        query={query}
        onQuery={setQuery}
        onToggle={(option) =>
          handle.set(
            values.includes(option.value) ? values.filter((one) => one !== option.value) : [...values, option.value],
          )
        }
        onClear={() => handle.set([])}
        onBlur={handle.blur}
        status="ready"
        placeholder={placeholder}
      />
    </FieldFrame>
  );
}

export interface AsyncSelectFieldProps extends FieldProps {
  /** Searches on the server, page by page; more is fetched on scrolling to the end. */
  load: LoadOptions;
  /** Labels of the initial choice; of other ids that no search has returned, `load` is asked. */
  initialOptions?: readonly Option[];
  /** The value is then an array of ids. */
  multiple?: boolean;
  /** Called with the entire option beside its id. */
  onChosen?: (options: readonly Option[]) => void;
}

/**
 * A choice of one or several that the server searches. The value is an id (null when empty) or an array of ids.
 * @example <AsyncSelectField name="ownerId" label={t('owner')} load={searchPersonnel} initialOptions={owner && [{
 * value: owner.id, label: owner.name }]} />
 */
export function AsyncSelectField({
  load,
  initialOptions = [],
  multiple = false,
  onChosen,
  placeholder,
  ...field
}: AsyncSelectFieldProps) {
  const handle = useField<string | readonly string[] | null | undefined>(field);
  const search = useOptions(load);
  const [known, setKnown] = useState<ReadonlyMap<string, Option>>(() => new Map());
  const values = Array.isArray(handle.value)
    ? (handle.value as readonly string[])
    : handle.value
      ? [handle.value as string]
      : [];
  const lookUp = (value: string): Option | undefined =>
    known.get(value) ??
    initialOptions.find((option) => option.value === value) ??
    search.options.find((option) => option.value === value);
  const missing = useMissingOptions(
    values.filter((value) => !lookUp(value)),
    load,
  );
  const find = (value: string): Option => lookUp(value) ?? missing.get(value) ?? { value, label: '…' };
  const put = (next: readonly string[], option?: Option) => {
    if (option) setKnown(new Map(known).set(option.value, option));
    handle.set(multiple ? next : (next[0] ?? null));
    onChosen?.(next.map((value) => (value === option?.value ? option : find(value))));
  };
  return (
    <FieldFrame {...field} handle={handle}>
      <Combobox
        multiple={multiple}
        clearable={!field.required}
        control={handle.control}
        labelId={handle.ids.label}
        chosen={values.map(find)}
        options={search.options}
        query={search.query}
        onQuery={search.setQuery}
        onOpen={search.open}
        onToggle={(option) =>
          put(
            values.includes(option.value)
              ? multiple
                ? values.filter((one) => one !== option.value)
                : values
              : multiple
                ? [...values, option.value]
                : [option.value],
            option,
          )
        }
        onClear={() => put([])}
        onBlur={handle.blur}
        status={search.status}
        onRetry={search.retry}
        onMore={search.more}
        placeholder={placeholder}
      />
    </FieldFrame>
  );
}
