import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckboxInput, CheckboxTarget } from '../form/inputs.tsx';
import type { Selection } from './types.ts';

/** Selects one row. */
export function SelectRow({ selection, row, name }: { selection: Selection; row: string; name: string }) {
  const { t } = useTranslation('ui');
  const { chosen, onChange } = selection;
  return (
    <CheckboxTarget>
      <CheckboxInput
        type="checkbox"
        aria-label={t('table.selectRow', { name })}
        checked={chosen.has(row)}
        onChange={(event) => {
          const next = new Set(chosen);
          if (event.target.checked) next.add(row);
          else next.delete(row);
          onChange(next);
        }}
      />
    </CheckboxTarget>
  );
}

/** Selects all rows of the page, or none. */
export function SelectAll({ selection, keys }: { selection: Selection; keys: readonly string[] }) {
  const { t } = useTranslation('ui');
  const box = useRef<HTMLInputElement>(null);
  const { chosen, onChange } = selection;
  const ticked = keys.filter((key) => chosen.has(key)).length;
  const all = ticked === keys.length && keys.length > 0;
  useEffect(() => {
    if (box.current) box.current.indeterminate = ticked > 0 && !all;
  }, [ticked, all]);
  return (
    <CheckboxTarget>
      <CheckboxInput
        ref={box}
        type="checkbox"
        aria-label={t('table.selectAll')}
        checked={all}
        disabled={keys.length === 0}
        onChange={() => {
          const next = new Set(chosen);
          for (const key of keys) {
            if (all) next.delete(key);
            else next.add(key);
          }
          onChange(next);
        }}
      />
    </CheckboxTarget>
  );
}
