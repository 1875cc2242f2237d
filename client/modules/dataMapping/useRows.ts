import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast, useFormat } from '../../ui/index.ts';
import { useController, useFormContext } from '../../ui/form/index.ts';
import { useDirectory } from './directory.tsx';
import type { LineActs } from './lineActions.tsx';
import { copyOf, lineFor, type Row } from './lines.ts';
import { type MappingForm, type MappingValues, rowsOf, valuesOfRows } from './useMappingForm.ts';

/** The rows of the enclosing form and their operations. */
export interface RowActs {
  all: readonly Row[];
  change: (next: (rows: readonly Row[]) => readonly Row[]) => void;
  /** Starts a line, for a purpose or based on the last line. */
  add: (purposeId?: string) => void;
  put: (row: Row) => void;
  acts: LineActs;
  /** The line whose dialog is open. */
  editing: { start: Row; isNew: boolean } | null;
  closeEditing: () => void;
  /** Ids of the channels in use, the most used first. */
  channelsByUse: readonly string[];
}

export function useRows({ remember, clearRefused }: MappingForm): RowActs {
  const { t } = useTranslation('dataMapping');
  const { text } = useFormat();
  const { purposes, words } = useDirectory();
  const { getValues } = useFormContext();
  const { field } = useController({ name: 'lines' });
  const [editing, setEditing] = useState<RowActs['editing']>(null);
  const all = rowsOf(remember({ lines: field.value as MappingValues['lines'] }));

  const change: RowActs['change'] = (next) => {
    clearRefused();
    // Reads the current state, because several changes may happen in one render.
    field.onChange(valuesOfRows(next(rowsOf(getValues() as MappingValues))).lines);
  };
  const add: RowActs['add'] = (purposeId) => {
    const last = all.at(-1);
    const purpose = purposes.get(purposeId ?? last?.purposeId ?? '') ?? [...purposes.values()][0];
    setEditing({ start: lineFor(purpose, last), isNew: true });
  };
  const remove = (key: string) => {
    const index = all.findIndex((row) => row.key === key);
    const row = all[index];
    if (!row) return;
    change((rows) => rows.filter((one) => one.key !== key));
    toast.info(t('removed'), {
      action: {
        label: t('undo'),
        onSelect: () => change((rows) => (rows.some((one) => one.key === key) ? rows : rows.toSpliced(index, 0, row))),
      },
    });
  };
  const acts: LineActs = {
    add,
    remove,
    edit: (key) => {
      const row = all.find((one) => one.key === key);
      if (row) setEditing({ start: row, isNew: false });
    },
    duplicate: (key) => {
      const index = all.findIndex((one) => one.key === key);
      const row = all[index];
      if (!row) return;
      change((rows) => rows.toSpliced(index + 1, 0, copyOf(row)));
      toast.info(t('duplicated'));
    },
    setChannel: (key, channelId) =>
      change((rows) => rows.map((row) => (row.key === key ? { ...row, channelId } : row))),
    channels: words('collectionChannel').map(({ id, name }) => ({ id, label: text(name) })),
  };
  return {
    all,
    change,
    add,
    acts,
    put: (row) =>
      change((rows) =>
        rows.some(({ key }) => key === row.key)
          ? // It may have been saved and received its id while its dialog was open.
            rows.map((one) => (one.key === row.key ? { ...row, ...(one.id && { id: one.id }) } : one))
          : [...rows, row],
      ),
    editing,
    closeEditing: () => setEditing(null),
    channelsByUse: byUse(all.map(({ channelId }) => channelId)),
  };
}

/** Ids from the most to the least used; empty ones are left out. */
function byUse(ids: readonly string[]): string[] {
  const uses = new Map<string, number>();
  for (const id of ids) if (id) uses.set(id, (uses.get(id) ?? 0) + 1);
  return [...uses].toSorted((a, b) => b[1] - a[1]).map(([id]) => id);
}
