import type { CatalogueKind } from '../../../../shared/catalogue/schema.ts';
import { Stack, useFormat } from '../../../ui/index.ts';
import { useFormContext, useWatch } from '../../../ui/form/index.ts';
import { CatalogueField } from '../../purpose/fields/pickers.tsx';
import { useNames } from '../../purpose/names.tsx';
import { QuickPicks } from './QuickPicks.tsx';

interface WordFieldProps {
  name: string;
  label: string;
  kind: CatalogueKind;
  /** Ids of likely words: those of the purpose, or those used before. */
  likely: readonly string[];
  /** Explains why they are likely; omitted if they are just the first words of the list. */
  from?: string;
}

/** One word of a catalogue: likely words as buttons, others by search, new ones by typing. */
export function WordField({ name, label, kind, likely, from }: WordFieldProps) {
  const { text } = useFormat();
  const names = useNames();
  const { setValue } = useFormContext();
  const value = useWatch({ name }) as string | null;
  const options = [...new Set(likely)].slice(0, 5).flatMap((id) => {
    const known = names.get(id);
    return known ? [{ id, label: text(known.name) }] : [];
  });
  return (
    <Stack gap="1.5">
      <CatalogueField kind={kind} name={name} label={label} />
      {/* A single word that is already selected needs no suggestion. */}
      {!(options.length === 1 && options[0]?.id === value) && (
        <QuickPicks
          label={from}
          group={label}
          options={options}
          value={value}
          onPick={(id) => setValue(name, id, { shouldDirty: true, shouldValidate: true, shouldTouch: true })}
        />
      )}
    </Stack>
  );
}
