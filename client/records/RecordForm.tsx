import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { toast } from '../ui/index.ts';
import { forgetDraft } from '../ui/form/draft.ts';
import { Form } from '../ui/form/index.ts';
import { useFocusFromAddress } from './fieldFocus.tsx';
import type { FormField } from './mergeFields.ts';
import { NewerRecord } from './NewerRecord.tsx';
import { useStaleEdit } from './useStaleEdit.tsx';

type Versioned = { rowVersion: number };

export interface RecordFormOptions<Current extends Versioned, Values extends object> {
  /** The record to edit; none for a new one. */
  record: Current | undefined;
  /** Where the browser keeps what is typed. */
  draftKey: string;
  valuesOf: (record: Current) => Values;
  /** What a new record begins with. */
  initial?: Values;
  /** The form's fields; `theirs` tells names that only the newer record knows. */
  fields: (theirs: Current) => readonly FormField<Values>[];
  /** Saves over a row version. */
  update: (values: Values, rowVersion: number) => Promise<Current>;
  create?: (values: Values) => Promise<Current>;
  /** Puts what was saved in place of what is cached. */
  cache: (saved: Current) => unknown;
  onCreated?: (created: Current) => unknown;
  messages: { saved: string; created?: string };
}

/**
 * The form of a record as a piece of state: saving over a row version, merging with what a colleague saved, drafts.
 * @example const form = useRecordForm<Purpose, FormValues>({ record, draftKey, … }); <RecordForm form={form} …>
 */
export function useRecordForm<Current extends Versioned, Values extends object>(
  options: RecordFormOptions<Current, Values>,
) {
  const { record, draftKey, valuesOf, fields, update, create, cache, onCreated, messages } = options;
  const { t } = useTranslation('versionedRecord');
  const [generation, setGeneration] = useState(0);
  const put = async (saving: Promise<Current>): Promise<Current> => {
    const saved = await saving;
    await cache(saved);
    return saved;
  };
  /** Starts the form anew from a record; what this browser kept of it is gone. */
  const restart = (from: Current) => {
    forgetDraft(draftKey);
    void cache(from);
    setGeneration((before) => before + 1);
  };
  const stale = useStaleEdit<Current, Values>({
    record,
    valuesOf,
    draftKey,
    fields,
    save: (values, rowVersion) => put(update(values, rowVersion)),
    saved: (saved) => {
      restart(saved);
      toast.success(messages.saved);
    },
    takeTheirs: (theirs) => {
      restart(theirs);
      toast.info(t('tookTheirs'));
    },
  });
  const submit = async (values: Values): Promise<void> => {
    if (record || !create) {
      await stale.save(values);
      toast.success(messages.saved);
      return;
    }
    const created = await put(create(values));
    toast.success(messages.created ?? messages.saved);
    forgetDraft(draftKey);
    await onCreated?.(created);
  };
  return { ...options, generation, stale, save: stale.save, submit, restart };
}
export type RecordFormState<Current extends Versioned, Values extends object> = ReturnType<
  typeof useRecordForm<Current, Values>
>;

export interface RecordFormProps<Current extends Versioned, Values extends object> {
  form: RecordFormState<Current, Values>;
  schema: z.ZodType<Values, Values>;
  /** Names the form for screen readers. */
  label: string;
  disabled?: boolean;
  /** As wide as the page. */
  wide?: boolean;
  /** Above the fields. */
  notice?: ReactNode;
  children: ReactNode;
}

/** The form of `useRecordForm`: its fields are the children. */
export function RecordForm<Current extends Versioned, Values extends object>({
  form,
  schema,
  label,
  disabled = false,
  wide = false,
  notice,
  children,
}: RecordFormProps<Current, Values>) {
  const { record, valuesOf, initial, draftKey, generation, stale, submit } = form;
  useFocusFromAddress();
  return (
    <>
      <Form
        key={generation}
        schema={schema as never}
        label={label}
        disabled={disabled}
        wide={wide}
        defaultValues={(record ? valuesOf(record) : (initial ?? {})) as never}
        draftKey={disabled ? undefined : draftKey}
        onSubmit={(values) => submit(values as Values)}
      >
        {notice}
        {record && <NewerRecord edit={stale.edit} newest={record} />}
        {children}
      </Form>
      {stale.dialog}
    </>
  );
}
