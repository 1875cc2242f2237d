import { zodResolver } from '@hookform/resolvers/zod';
import { chakra } from '@chakra-ui/react';
import { createContext, useContext, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { Banner } from '../Banner.tsx';
import { Button } from '../Button.tsx';
import { announce } from '../announcer.ts';
import { useNavigationGuard } from '../navigationGuard.tsx';
import { useFormat } from '../useFormat.ts';
import { useDraft } from './draft.ts';
import type { DraftState } from './draft.ts';
import { issueMessage, serverIssues, unanswered } from './issueMessage.ts';
import { type PendingUploads, pendingUploads, usePendingUploads } from './pendingUploads.ts';

interface FormState {
  /** Names of fields never kept in a draft. */
  secret: Set<string>;
  disabled: boolean;
  failure: string;
  /** No answer came: it is not known whether it was saved. */
  open: boolean;
  uploads: PendingUploads;
  /** It is sent once the uploads have ended. */
  waiting: boolean;
}

const FormContext = createContext<FormState>({
  secret: new Set(),
  disabled: false,
  failure: '',
  open: false,
  uploads: pendingUploads(),
  waiting: false,
});
/** What fields need to know of the form around them. */
export const useFormState = (): FormState => useContext(FormContext);

export interface FormProps<Schema extends z.ZodType<unknown, FieldValues>> {
  /** The same zod schema the procedure uses; messages are locale keys (`errors:required`). */
  schema: Schema;
  defaultValues: DefaultValues<z.input<Schema>>;
  /**
   * Sends the values. Must return the promise: the form is busy meanwhile. A rejection with
   * `issues` marks the fields it names; any other shows its message.
   */
  onSubmit: (values: z.output<Schema>, form: UseFormReturn<FieldValues>) => Promise<unknown>;
  /**
   * Keeps a draft in this browser under this key; name record and workspace in it. Not for forms with data subjects'
   * data.
   */
  draftKey?: string;
  /** What is said when no answer came, where sending again does nothing twice. */
  lost?: string;
  /** All fields are shown but cannot be changed. */
  disabled?: boolean;
  /** Leaves without asking: for signing in and the like, never for what is typed in a dialog. */
  unguarded?: boolean;
  /** As wide as the page. */
  wide?: boolean;
  /** Names the form for screen readers. */
  label?: string;
  children: ReactNode;
}

/**
 * The one form: checked as you type once a field was left, errors in place and in your language,
 * asks before unsaved work is lost, Ctrl/⌘+Enter submits. To load newer defaults give it a `key`.
 *
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
    children,
  } = props;
  const { t } = useTranslation('ui');
  const element = useRef<HTMLFormElement>(null);
  const [secret] = useState(() => new Set<string>());
  const { uploads, waiting, afterUploads } = usePendingUploads();
  const [failure, setFailure] = useState('');
  const resolver = useMemo(
    () => zodResolver(schema as never, { error: (issue: object) => issueMessage(t, issue) }),
    [schema, t],
  );
  const form = useForm<FieldValues>({
    resolver: resolver as never,
    defaultValues: defaultValues as FieldValues,
    mode: 'onTouched',
    reValidateMode: 'onChange',
    shouldFocusError: false,
    disabled: false,
  });
  const { isDirty, isSubmitting } = form.formState;
  const draft = useDraft(form, draftKey, secret);
  const guard = useNavigationGuard(!unguarded && !disabled && isDirty && !isSubmitting, draftKey !== undefined);

  const submit = useSubmit({
    form,
    element,
    draft,
    onSubmit: (values) => onSubmit(values as z.output<Schema>, form),
    lost,
    onFailure: setFailure,
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    element.current?.requestSubmit();
  };

  return (
    <FormContext
      value={useMemo(
        () => ({ secret, disabled, failure, open: failure !== '' && failure === lost, uploads, waiting }),
        [secret, disabled, failure, lost, uploads, waiting],
      )}
    >
      <FormProvider {...form}>
        {guard}
        <chakra.form
          ref={element}
          noValidate
          aria-label={label}
          onKeyDown={onKeyDown}
          display="grid"
          gap="5"
          gridTemplateColumns="minmax(0, 1fr)"
          width="full"
          maxWidth={wide ? 'full' : 'form'}
          onSubmit={(event) => {
            event.preventDefault();
            // A form in a dialog of another form must not send both.
            event.stopPropagation();
            if (!isSubmitting && !waiting && !disabled) void afterUploads(() => submit(event));
          }}
        >
          <RestoredDraft draft={draft} />
          {children}
        </chakra.form>
      </FormProvider>
    </FormContext>
  );
}

interface Submission {
  form: UseFormReturn<FieldValues>;
  element: RefObject<HTMLFormElement | null>;
  draft: DraftState;
  onSubmit: (values: FieldValues) => Promise<unknown>;
  lost: string | undefined;
  onFailure: (failure: string) => void;
}

/** Sends the form; what is refused is marked, and the first field that is not right has the focus. */
function useSubmit({ form, element, draft, onSubmit, lost, onFailure }: Submission) {
  const { t } = useTranslation('ui');
  const focusFirstError = () =>
    focusFirstInvalid(element.current, (number) => announce(t('form.errors', { count: number, number }), 'assertive'));

  const send = async (values: FieldValues) => {
    onFailure('');
    const typed = structuredClone(form.getValues());
    try {
      await onSubmit(values);
      draft.clear();
      becomeClean(form, typed);
    } catch (error) {
      const elsewhere = markIssues(form, error, typed);
      const message = lost && unanswered(error) ? lost : error instanceof Error ? error.message : String(error);
      onFailure((elsewhere ?? [message]).join(' ') || t('form.failed'));
      focusFirstError();
    }
  };
  return form.handleSubmit(send, () => void focusFirstError());
}

/** That what is in the form was typed before, and when. */
function RestoredDraft({ draft }: { draft: DraftState }) {
  const { t } = useTranslation('ui');
  const { relative } = useFormat();
  if (draft.restoredAt === undefined) return null;
  return (
    <Banner
      tone="info"
      role="status"
      action={
        <Button size="sm" onClick={draft.discard}>
          {t('form.draftDiscard')}
        </Button>
      }
    >
      {t('form.draftRestored')} · {relative(draft.restoredAt)}
    </Banner>
  );
}

/** Focuses the first field that is not right, and tells how many there are. */
function focusFirstInvalid(form: HTMLFormElement | null, onInvalid: (number: number) => void): void {
  // After the errors are drawn: the order on the page, not of registration, decides.
  setTimeout(() => {
    const fields = form?.querySelectorAll<HTMLElement>('[aria-invalid=true]') ?? [];
    fields[0]?.focus();
    fields[0]?.scrollIntoView({ block: 'center' });
    if (fields.length > 0) onInvalid(fields.length);
  }, 0);
}

/** What was sent is saved; what was typed while it was being saved is not yet. */
function becomeClean(form: UseFormReturn<FieldValues>, sent: FieldValues): void {
  form.reset(sent, { keepValues: true });
  for (const [name, value] of Object.entries(form.getValues())) {
    if (JSON.stringify(value) !== JSON.stringify(sent[name])) form.setValue(name, value, { shouldDirty: true });
  }
}

/**
 * Marks the fields that a refusal names.
 * @returns the reasons that concern no field of the form; null where the refusal names nothing at all
 */
function markIssues(form: UseFormReturn<FieldValues>, error: unknown, values: FieldValues): string[] | null {
  const issues = serverIssues(error);
  const elsewhere: string[] = [];
  for (const { path, reason } of issues) {
    const name = fieldOf(path, values);
    if (name) form.setError(name, { type: 'server', message: reason });
    else elsewhere.push(reason);
  }
  return issues.length === 0 ? null : elsewhere;
}

/** The field an issue belongs to: its path, or the nearest part above it that the form holds. */
function fieldOf(path: readonly (string | number)[], values: FieldValues): string | undefined {
  const [head] = path;
  return head !== undefined && head in values ? path.join('.') : undefined;
}
