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
  /** Whether a newer record can be saved over at all; every one unless given. */
  editable?: (theirs: Current) => boolean;
  /** Saves over a row version. */
  update: (values: Values, rowVersion: number) => Promise<Current>;
  create?: (values: Values) => Promise<Current>;
  /** Puts what was saved in place of what is cached. */
  cache: (saved: Current) => unknown;
  onCreated?: (created: Current) => unknown;
  /** What follows when one that was there is saved, such as closing the dialog around. */
  onSaved?: (saved: Current) => unknown;
  messages: { saved: string; created?: string | ((created: Current) => string) };
}

/**
 * The form of a record as a piece of state: saving over a row version, merging with what a colleague saved, drafts.
 * @example const form = useRecordForm<Purpose, FormValues>({ record, draftKey, … }); <RecordForm form={form} …>
 */
export function useRecordForm<Current extends Versioned, Values extends object>(
  options: RecordFormOptions<Current, Values>,
) {
  const { draftKey, valuesOf, fields, editable, update, create, cache, onCreated, onSaved, messages } = options;
  const { t } = useTranslation('versionedRecord');
  const [{ generation, from }, setStart] = useState<{ generation: number; from?: Current }>({ generation: 0 });
  // What it was started anew from may not have come back to the page yet.
  const record =
    options.record && from && from.rowVersion > options.record.rowVersion
      ? { ...options.record, ...from }
      : options.record;
  const put = async (saving: Promise<Current>): Promise<Current> => {
    const saved = await saving;
    await cache(saved);
    return saved;
  };
  /** Starts the form anew from a record; what this browser kept of it is gone. */
  const restart = (start: Current) => {
    forgetDraft(draftKey);
    void cache(start);
    setStart((before) => ({ generation: before.generation + 1, from: start }));
  };
  const stale = useStaleEdit<Current, Values>({
    record,
    valuesOf,
    draftKey,
    fields,
    ...(editable && { editable }),
    save: (values, rowVersion) => put(update(values, rowVersion)),
    saved: (saved) => {
      restart(saved);
      toast.success(messages.saved);
      onSaved?.(saved);
    },
    takeTheirs: (theirs) => {
      restart(theirs);
      toast.info(t('tookTheirs'));
    },
  });
  const submit = async (values: Values): Promise<void> => {
    if (record || !create) {
      const saved = await stale.save(values);
      toast.success(messages.saved);
      if (!onSaved) return;
      forgetDraft(draftKey);
      stale.edit.forget();
      onSaved(saved);
      return;
    }
    const created = await put(create(values));
    const message = messages.created ?? messages.saved;
    toast.success(typeof message === 'string' ? message : message(created));
    forgetDraft(draftKey);
    await onCreated?.(created);
  };
  return { ...options, record, generation, stale, save: stale.save, submit, restart };
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
  /** What was opened stays as it is while others save, and a newer record is met on saving: for dialogs. */
  still?: boolean;
  /** Why it can no longer be saved, where that is so; what was typed stays and can be copied. */
  over?: string | false;
  /** What is said when no answer came to saving a new one that can be sent again. */
  lost?: string | undefined;
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
  still = false,
  over = false,
  lost,
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
        {...(lost !== undefined && !record && { lost })}
        onSubmit={(values) => submit(values as Values)}
      >
        {notice}
        {(record || over) && <NewerRecord edit={stale.edit} newest={still ? undefined : record} over={over} />}
        {children}
      </Form>
      {stale.dialog}
    </>
  );
}
