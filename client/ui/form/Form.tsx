import { zodResolver } from '@hookform/resolvers/zod';
import { chakra } from '@chakra-ui/react';
import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject, SyntheticEvent } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { announce } from '../announcer.ts';
import { toast } from '../toaster.tsx';
import { RestoredDraft } from './RestoredDraft.tsx';
import { useDraft } from './useDraft.ts';
import type { DraftState } from './useDraft.ts';
import { useFormGuard } from './useFormGuard.ts';
import { type FieldPath, focusFirstInvalid, invalidPaths, markIssues } from './invalidFields.ts';
import { issueMessage, signedOut, unanswered } from './issueMessage.ts';
import { type Arrival, type PendingUploads, pendingUploads, usePendingUploads } from './pendingUploads.ts';

interface FormState {
  /** Names of fields that are never stored in a draft. */
  secret: Set<string>;
  /** What the input is changes of, to store beside it in the draft. */
  base: RefObject<(() => FieldValues | undefined) | undefined>;
  disabled: boolean;
  failure: string;
  /** No answer came: it is unknown whether the form was saved. */
  open: boolean;
  uploads: PendingUploads;
  /** The form is sent once the uploads have ended. */
  waiting: boolean;
  /** For actions beside submitting: what they send must be complete. */
  arrival: () => Promise<Arrival>;
  /** Values that were sent are saved: they are no draft any more. Input that was typed meanwhile is not. */
  saved: RefObject<(sent: FieldValues) => void>;
}

const FormContext = createContext<FormState>({
  secret: new Set(),
  base: { current: undefined },
  disabled: false,
  failure: '',
  open: false,
  uploads: pendingUploads(),
  waiting: false,
  arrival: async () => 'complete',
  saved: { current: () => {} },
});
/** The state of the surrounding form, for its fields. */
export const useFormState = (): FormState => useContext(FormContext);

/** Thrown by `onSubmit` when the user decided against sending: the input stays, and no failure is displayed. */
export class NotSent extends Error {}

export interface FormProps<Schema extends z.ZodType<unknown, FieldValues>> {
  /** The zod schema of the procedure; messages are locale keys (`errors:required`). */
  schema: Schema;
  defaultValues: DefaultValues<z.input<Schema>>;
  /**
   * Sends the values. Must return the promise: the form is busy meanwhile. A rejection with `issues` marks the fields
   * it names; any other displays its message.
   */
  onSubmit: (values: z.output<Schema>, form: UseFormReturn<FieldValues>) => Promise<unknown>;
  /**
   * Stores a draft in this browser under this key, which should contain record and workspace. Not for forms with data
   * subjects' data.
   */
  draftKey?: string;
  /** The message when no answer came, for forms that can safely be sent again: their defaults contain a key. */
  lost?: string;
  /** All fields are displayed but disabled. */
  disabled?: boolean;
  /** Can be left without a question: for sign-in and the like, never for input in a dialog. */
  unguarded?: boolean;
  /** As wide as the page. */
  wide?: boolean;
  /** Names the form for screen readers. */
  label?: string;
  /** Displays the part of the form that contains an invalid field, where none is on the screen. */
  onInvalid?: ((path: FieldPath, values: FieldValues) => void) | undefined;
  children: ReactNode;
}

/**
 * The one form: validates a field while typing once it was left, displays errors in place and in the user's language,
 * asks before unsaved input is lost, Ctrl/⌘+Enter submits. Use a `key` to load newer defaults.
 * @example
 * <Form schema={purposeInput} defaultValues={purpose} onSubmit={(values) => update.mutateAsync(values)}
 * draftKey={`purpose.${id}`}>
 *   <TextField name="name" label={t('name')} required />
 *   <FormActions />
 * </Form>
 */
export function Form<Schema extends z.ZodType<unknown, FieldValues>>(props: FormProps<Schema>) {
  const {
    schema,
    defaultValues,
    onSubmit,
    draftKey,
    lost,
    disabled = false,
    unguarded = false,
    wide = false,
    label,
    onInvalid,
    children,
  } = props;
  const element = useRef<HTMLFormElement>(null);
  const [secret] = useState(() => new Set<string>());
  const base = useRef<() => FieldValues | undefined>(undefined);
  const { uploads, waiting, arrival } = usePendingUploads();
  const [failure, setFailure] = useState('');
  const form = useZodForm(schema, defaultValues as FieldValues);
  const draft = useDraft(form, { key: draftKey, secret, base, isNew: lost !== undefined });
  const guard = useFormGuard(form, {
    guarded: !unguarded,
    disabled,
    waiting,
    hasDraft: draftKey !== undefined,
    secret,
  });
  const saved = useSaved(form, draft);
  const submit = useSubmit({
    form,
    element,
    saved,
    onSubmit: (values) => onSubmit(values as z.output<Schema>, form),
    lost,
    arrival,
    isBlocked: waiting || disabled,
    onFailure: setFailure,
    onInvalid,
  });

  return (
    <FormContext
      value={useMemo(
        () => ({
          secret,
          base,
          disabled,
          failure,
          open: failure !== '' && failure === lost,
          uploads,
          waiting,
          arrival,
          saved,
        }),
        [secret, base, disabled, failure, lost, uploads, waiting, arrival, saved],
      )}
    >
      <FormProvider {...form}>
        {guard}
        <chakra.form
          ref={element}
          noValidate
          aria-label={label}
          onKeyDown={submitByKeys}
          display="grid"
          gap="5"
          gridTemplateColumns="minmax(0, 1fr)"
          width="full"
          maxWidth={wide ? 'full' : 'form'}
          onSubmit={submit}
        >
          <RestoredDraft draft={draft} />
          {children}
        </chakra.form>
      </FormProvider>
    </FormContext>
  );
}

function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  // Not also the form around the dialog of this one.
  event.stopPropagation();
  event.currentTarget.requestSubmit();
}

function useZodForm(schema: z.ZodType, defaultValues: FieldValues): UseFormReturn<FieldValues> {
  const { t } = useTranslation('ui');
  const resolver = useMemo(
    () => zodResolver(schema as never, { error: (issue: object) => issueMessage(t, issue) }),
    [schema, t],
  );
  return useForm<FieldValues>({
    resolver: resolver as never,
    defaultValues,
    mode: 'onTouched',
    reValidateMode: 'onChange',
    shouldFocusError: false,
    disabled: false,
  });
}

interface Submission {
  form: UseFormReturn<FieldValues>;
  element: RefObject<HTMLFormElement | null>;
  saved: FormState['saved'];
  onSubmit: (values: FieldValues) => Promise<unknown>;
  lost: string | undefined;
  arrival: FormState['arrival'];
  /** Nothing is sent: files are being uploaded, or nothing can be changed. */
  isBlocked: boolean;
  onFailure: (failure: string) => void;
  onInvalid: ((path: FieldPath, values: FieldValues) => void) | undefined;
}

/** Time until a part of the page is rendered after it was opened, and scrolled to its top. */
const OPENING_MS = 200;

/**
 * Sends the form; refused fields are marked, and the first invalid field gets the focus. Where none is invalid, the
 * focus returns to the field that was submitted from, which lost it while the fields were disabled.
 */
function useSubmit({ form, element, saved, onSubmit, lost, arrival, isBlocked, onFailure, onInvalid }: Submission) {
  const { t } = useTranslation('ui');
  const { isSubmitting } = form.formState;
  const from = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isSubmitting && document.activeElement === document.body) from.current?.focus({ preventScroll: true });
  }, [isSubmitting]);

  const focusFirst = (): boolean => {
    const number = focusFirstInvalid(element.current);
    if (number > 0) announce(t('form.errors', { count: number, number }), 'assertive');
    return number > 0;
  };
  /** Leads to an invalid field. `elsewhere` runs where none can be displayed. */
  const lead = (paths: readonly FieldPath[], elsewhere: () => void) => {
    // After the errors are rendered.
    setTimeout(() => {
      if (focusFirst()) return;
      if (paths[0]) onInvalid?.(paths[0], form.getValues());
      setTimeout(() => {
        if (!focusFirst()) elsewhere();
      }, OPENING_MS);
    }, 0);
  };

  const send = async (values: FieldValues) => {
    onFailure('');
    const typed = structuredClone(form.getValues());
    try {
      await onSubmit(values);
      saved.current(typed);
    } catch (error) {
      if (error instanceof NotSent) return;
      const { marked, elsewhere } = markIssues(form, error, typed);
      const message = lost && unanswered(error) ? lost : error instanceof Error ? error.message : String(error);
      const failure = (elsewhere ?? [message]).join(' ') || t('form.failed');
      onFailure(failure);
      if (element.current) lead(marked, () => {});
      else if (!signedOut(error)) toast.error(t('form.failedElsewhere'), { detail: failure });
    }
  };
  const sendComplete = async (event: SyntheticEvent) => {
    const state = await arrival();
    if (state === 'complete')
      await form.handleSubmit(send, (errors) => {
        onFailure('');
        lead(invalidPaths(errors), () => onFailure(t('form.invalid')));
      })(event);
    else if (state === 'failed') onFailure(t('file.failed'));
  };
  return (event: SyntheticEvent) => {
    event.preventDefault();
    // A form in a dialog of another form must not submit both.
    event.stopPropagation();
    if (isBlocked || isSubmitting) return;
    from.current = document.activeElement as HTMLElement | null;
    void sendComplete(event);
  };
}

function useSaved(form: UseFormReturn<FieldValues>, draft: DraftState): FormState['saved'] {
  const saved = useRef<(sent: FieldValues) => void>(() => {});
  saved.current = (sent) => {
    draft.clear();
    form.reset(sent, { keepValues: true });
    for (const [name, value] of Object.entries(form.getValues())) {
      if (JSON.stringify(value) !== JSON.stringify(sent[name])) form.setValue(name, value, { shouldDirty: true });
    }
  };
  return saved;
}
