import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type GoFromHere, useGoLater } from '../shell/navigation.ts';
import { toast } from '../ui/index.ts';
import type { ToastOptions } from '../ui/toaster.tsx';
import { forgetDraft } from '../ui/form/draft.ts';
import { Form, NotSent } from '../ui/form/index.ts';
import type { FieldPath } from '../ui/form/invalidFields.ts';
import { useFocusFromAddress } from './fieldFocus.tsx';
import type { FormField } from './mergeFields.ts';
import { NewerRecord } from './NewerRecord.tsx';
import { type Question, useQuestion } from './useQuestion.tsx';
import { useStaleEdit } from './useStaleEdit.tsx';

type Versioned = { rowVersion: number };

export interface RecordFormOptions<Current extends Versioned, Values extends object> {
  /** The record to edit; none for a new one. */
  record: Current | undefined;
  /** The key of the draft in the browser; none where it would store data subjects' data. */
  draftKey?: string;
  valuesOf: (record: Current) => Values;
  /** Initial values of a new record. */
  initial?: Values;
  /** The form's fields; `theirs` has names that only the newer record knows. */
  fields: (theirs: Current) => readonly FormField<Values>[];
  /** Whether a newer record can be saved over at all; true by default. */
  editable?: (theirs: Current) => boolean;
  /** What is asked before an existing record is saved: null where nothing is. */
  question?: (values: Values, before: Values) => Question | null;
  /** Saves over a row version. */
  update: (values: Values, rowVersion: number) => Promise<Current>;
  create?: (values: Values) => Promise<Current>;
  /** Replaces the cached record by the saved one. */
  cache: (saved: Current) => unknown;
  /** `go` navigates to it, unless the user has gone to another page meanwhile. */
  onCreated?: (created: Current, go: GoFromHere) => unknown;
  /** Called after an existing record was saved, for example to close the surrounding dialog. */
  onSaved?: (saved: Current) => unknown;
  messages: {
    saved: string;
    created?: string | ((created: Current) => string);
    /** What to do after creating one, offered with that message. */
    next?: NonNullable<ToastOptions['action']>;
  };
}

/**
 * The state of a record's form: saving over a row version, merging with a colleague's edit, drafts.
 * @example const form = useRecordForm<Purpose, FormValues>({ record, draftKey, … }); <RecordForm form={form} …>
 */
export function useRecordForm<Current extends Versioned, Values extends object>(
  options: RecordFormOptions<Current, Values>,
) {
  const { draftKey, valuesOf, fields, editable, question, update, create, cache, onCreated, onSaved, messages } =
    options;
  const { t } = useTranslation('versionedRecord');
  const goLater = useGoLater();
  const [{ generation, from }, setStart] = useState<{ generation: number; from?: Current }>({ generation: 0 });
  // The record from which it was restarted may not have arrived in the page yet.
  const record =
    options.record && from && from.rowVersion > options.record.rowVersion
      ? { ...options.record, ...from }
      : options.record;
  const put = async (saving: Promise<Current>): Promise<Current> => {
    const saved = await saving;
    await cache(saved);
    return saved;
  };
  const asking = useQuestion();
  /** @throws NotSent where the user answers no */
  const assertAgreed = async (values: Values, before: Values): Promise<void> => {
    const consequence = question?.(values, before);
    if (consequence && !(await asking.ask(consequence))) throw new NotSent();
  };
  /** Restarts the form from a record; its draft in this browser is deleted. */
  const restart = (start: Current) => {
    if (draftKey) forgetDraft(draftKey);
    void cache(start);
    setStart((before) => ({ generation: before.generation + 1, from: start }));
  };
  const stale = useStaleEdit<Current, Values>({
    record,
    valuesOf,
    ...(draftKey && { draftKey }),
    fields,
    ...(editable && { editable }),
    save: async (values, rowVersion, before) => {
      await assertAgreed(values, before);
      return put(update(values, rowVersion));
    },
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
      if (draftKey) forgetDraft(draftKey);
      stale.edit.forget();
      onSaved(saved);
      return;
    }
    const go = goLater();
    const created = await put(create(values));
    const message = messages.created ?? messages.saved;
    toast.success(typeof message === 'string' ? message : message(created), messages.next && { action: messages.next });
    if (draftKey) forgetDraft(draftKey);
    await onCreated?.(created, go);
  };
  return { ...options, record, generation, stale, question: asking.dialog, save: stale.save, submit, restart };
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
  /** The opened record does not change while others save, and a newer record is detected on saving: for dialogs. */
  still?: boolean;
  /** Why it can no longer be saved, if so; the input stays and can be copied. */
  over?: string | false;
  /** The message when saving a new record got no answer and can safely be repeated. */
  lost?: string | undefined;
  /** Displays the part of the form that contains an invalid field, where none is on the screen. */
  onInvalid?: (path: FieldPath, values: Values) => void;
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
  onInvalid,
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
        {...(draftKey && !disabled && { draftKey })}
        {...(lost !== undefined && !record && { lost })}
        onSubmit={(values) => submit(values as Values)}
        onInvalid={onInvalid && ((path, values) => onInvalid(path, values as Values))}
      >
        {notice}
        {(record || over) && <NewerRecord edit={stale.edit} newest={still ? undefined : record} over={over} />}
        {children}
      </Form>
      {stale.dialog}
      {form.question}
    </>
  );
}
