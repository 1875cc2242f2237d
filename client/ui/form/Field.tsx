import { chakra } from '@chakra-ui/react';
import { CircleAlert } from 'lucide-react';
import { createContext, useContext, useId } from 'react';
import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { phrases } from '../phrases.tsx';
import { useFormState } from './Form.tsx';
import { translated } from './issueMessage.ts';

/** Props of every field. */
export interface FieldProps {
  /** Path in the form's values, `contact.email`. */
  name: string;
  label: ReactNode;
  /** Below the field. */
  help?: ReactNode;
  /** Marks it as required; the schema decides. */
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
}

export interface ControlProps {
  id: string;
  disabled: boolean;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
  'aria-required'?: true;
}

export interface FieldHandle<T> {
  value: T;
  /** Changes the value and validates it. */
  set: (value: T) => void;
  blur: () => void;
  /** The error: a text, or its locale key, which `FieldError` translates. */
  error: string | undefined;
  /** Props for the control. */
  control: ControlProps;
  ids: { label: string; help: string; error: string };
}

/** Connects a control to the form: value, change, error, ids. */
export function useField<T>({
  name,
  required,
  disabled,
  help,
}: Pick<FieldProps, 'name' | 'required' | 'disabled' | 'help'>): FieldHandle<T> {
  const id = useId();
  const state = useFormState();
  // Not exact: a field that contains others follows their input.
  const { field, fieldState, formState } = useController({ name, exact: false });
  const error = fieldState.error ? fieldState.error.message || 'ui:issue.invalid' : undefined;
  const ids = { label: `${id}label`, help: `${id}help`, error: `${id}error` };
  const described = [help ? ids.help : '', error ? ids.error : ''].filter(Boolean).join(' ');
  return {
    value: field.value as T,
    set: (value) => field.onChange(value),
    blur: field.onBlur,
    error,
    ids,
    control: {
      id,
      disabled: Boolean(disabled) || state.disabled || formState.isSubmitting,
      ...(error && { 'aria-invalid': true }),
      ...(described && { 'aria-describedby': described }),
      ...(required && { 'aria-required': true }),
    },
  };
}

/** Content at the end of the label of every enclosed field, by the field's path. */
export const FieldAside = createContext<((name: string) => ReactNode) | null>(null);

/** The same for a field without `FieldFrame`: at the end of its label's line. @param name path of the field */
export const AsideOfField = ({ name }: { name: string }): ReactNode => useContext(FieldAside)?.(name) ?? null;

export interface FieldFrameProps extends Pick<FieldProps, 'label' | 'help' | 'required'> {
  handle: Pick<FieldHandle<unknown>, 'error' | 'ids' | 'control'>;
  /** Path of the field, for `FieldAside`. */
  name?: string;
  /** At the end of the label's line, such as a counter. */
  aside?: ReactNode;
  /** The control is a group: the label names it by id instead of `for`. */
  group?: boolean;
  children: ReactNode;
}

/** Label above, help below, errors in place. Every field uses it. */
export function FieldFrame({
  label,
  help,
  required = false,
  handle,
  name,
  aside,
  group = false,
  children,
}: FieldFrameProps) {
  const { t } = useTranslation('ui');
  const Label = group ? chakra.span : chakra.label;
  return (
    <chakra.div
      display="grid"
      gap="1.5"
      gridTemplateColumns="minmax(0, 1fr)"
      {...(group && { role: 'group', 'aria-labelledby': handle.ids.label })}
    >
      <chakra.div display="flex" alignItems="baseline" gap="2">
        <Label
          id={handle.ids.label}
          {...(!group && { htmlFor: handle.control.id })}
          flex="1"
          fontWeight="semibold"
          lineHeight="dense"
        >
          {label}
          {required && (
            <chakra.span ms="1.5" color="muted" fontWeight="normal" textStyle="small">
              ({t('required')})
            </chakra.span>
          )}
        </Label>
        {aside}
        {name !== undefined && <AsideOfField name={name} />}
      </chakra.div>
      {children}
      <FieldNotes handle={handle} help={help} />
    </chakra.div>
  );
}

/** Error and help under a control. */
export function FieldNotes({
  handle,
  help,
}: {
  handle: Pick<FieldHandle<unknown>, 'error' | 'ids'>;
  help?: ReactNode;
}) {
  return (
    <>
      <FieldError id={handle.ids.error} text={handle.error} />
      {help && (
        <chakra.p id={handle.ids.help} textStyle="dense" color="muted">
          {phrases(help)}
        </chakra.p>
      )}
    </>
  );
}

/**
 * An error below its field. Schemas carry locale keys: this is where all forms translate them into the user's language.
 */
export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  const { t } = useTranslation();
  if (!text) return null;
  return (
    <chakra.p id={id} display="flex" gap="1.5" textStyle="dense" color="danger.text">
      <chakra.span pt="0.5" flexShrink="0">
        <CircleAlert size={16} aria-hidden />
      </chakra.span>
      {translated(t, text)}
    </chakra.p>
  );
}
