import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type DataMapping, type FlowInput, inputOf } from '../../../shared/dataMapping/schema.ts';
import type { FormField } from '../../records/mergeFields.ts';
import { useRecordForm } from '../../records/RecordForm.tsx';
import { bodyOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { readDraft } from '../../ui/form/draft.ts';
import { useDirectory } from './directory.tsx';
import { normalLine, type Row } from './lines.ts';
import { useLineWords } from './useLineWords.ts';
import { lineName, lineText } from './words.ts';
import { nameIn } from '../../../shared/locale.ts';

/** The lines by their keys, in order. */
export interface MappingValues {
  lines: Readonly<Record<string, FlowInput>>;
}
export const mappingSchema = z.object({ lines: z.custom<MappingValues['lines']>() });

export const rowsOf = ({ lines }: MappingValues): Row[] =>
  Object.entries(lines).map(([key, line]) => ({ ...line, key }));
export const valuesOfRows = (rows: readonly Row[]): MappingValues => ({
  lines: Object.fromEntries(rows.map(({ key, ...line }) => [key, normalLine(line)])),
});

/** Maps the stored id of a line to its key in the form; a line that is not stored yet is its own key. */
class LineKeys {
  readonly #keys = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  /** Stored lines, by row version. */
  readonly #stored = new Map<number, ReadonlySet<string>>();

  constructor(drafted: Readonly<Record<string, FlowInput>>) {
    for (const [key, { id }] of Object.entries(drafted)) if (id) this.name(key, id);
  }
  name(key: string, id: string): void {
    this.#keys.set(id, key);
    this.#ids.set(key, id);
  }
  /** The form values of a mapping. */
  valuesOf({ rowVersion, flows }: DataMapping): MappingValues {
    this.#stored.set(rowVersion, new Set(flows.map(({ id }) => id)));
    return valuesOfRows(flows.map((flow) => ({ ...inputOf(flow), key: this.#keys.get(flow.id) ?? flow.id })));
  }
  /** The lines to send for a row version: a line that is no longer stored is sent as a new one. */
  toSend(rows: readonly Row[], rowVersion: number): FlowInput[] {
    const stored = this.#stored.get(rowVersion);
    return rows.map(({ key, ...line }) => {
      const id = line.id ?? this.#ids.get(key);
      const { id: _, ...rest } = line;
      return id && (stored?.has(id) ?? true) ? { ...rest, id } : rest;
    });
  }
}

/** The form of an application's mapping: every line is a field, so concurrent edits are merged per line. */
export function useMappingForm(mapping: DataMapping) {
  const { t } = useTranslation('dataMapping');
  const { ws } = useSession();
  const words = useLineWords();
  const directory = useDirectory();
  const cache = trpc.useUtils();
  const update = trpc.dataMapping.update.useMutation();
  const id = mapping.applicationId;
  const draftKey = `${ws}.dataMapping.${id}`;
  const [keys] = useState(
    () => new LineKeys((readDraft(draftKey)?.values as Partial<MappingValues> | undefined)?.lines ?? {}),
  );
  /** Every line known so far, the newest content first; used to name removed lines. */
  const known = useRef(new Map<string, FlowInput>());
  const remember = (values: MappingValues) => {
    for (const [key, line] of Object.entries(values.lines)) known.current.set(key, line);
    return values;
  };
  /** Reasons of a rejected save, by the line's key. */
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());

  const fields = (theirs: DataMapping): FormField<MappingValues>[] => {
    const stored = Object.entries(remember(keys.valuesOf(theirs)).lines);
    const flows = new Map(stored.map(([key], index) => [key, theirs.flows[index]]));
    return [...known.current].map(([key, line]) => {
      const flow = flows.get(key) ?? directory.flowOf({ ...line, key });
      const theirLine = JSON.stringify(stored.find(([one]) => one === key)?.[1]);
      return {
        key: `lines.${key}`,
        label: `${nameIn(words, flow.purpose.title)} · ${lineName(flow, words)}`,
        text: ({ lines }) => {
          const own = lines[key];
          if (!own) return '';
          return lineText(JSON.stringify(own) === theirLine ? flow : directory.flowOf({ ...own, key }), words);
        },
      };
    });
  };
  const form = useRecordForm<DataMapping, MappingValues>({
    record: mapping,
    draftKey,
    valuesOf: (record) => remember(keys.valuesOf(record)),
    fields,
    update: async (values, rowVersion) => {
      const rows = rowsOf(values);
      setRefused(new Map());
      try {
        const saved = await update.mutateAsync({ ws, id, rowVersion, flows: keys.toSend(rows, rowVersion) });
        rows.forEach(({ key }, index) => saved.flows[index] && keys.name(key, saved.flows[index].id));
        return saved;
      } catch (error) {
        const reasons = new Map<string, string>();
        for (const { path, reason } of bodyOf(error)?.issues ?? []) {
          const row = path[0] === 'flows' ? rows[Number(path[1])] : undefined;
          if (row) reasons.set(row.key, reason);
        }
        setRefused(reasons);
        throw error;
      }
    },
    cache: (saved) => {
      cache.dataMapping.get.setData({ ws, id }, saved);
      void cache.application.invalidate();
      void cache.activityLog.invalidate();
    },
    messages: { saved: t('saved') },
  });
  return { ...form, refused, clearRefused: () => setRefused(new Map()), remember };
}
export type MappingForm = ReturnType<typeof useMappingForm>;
