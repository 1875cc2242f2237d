import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ActionBar } from '../ActionBar.tsx';
import { Banner } from '../Banner.tsx';
import { Button, LinkButton } from '../Button.tsx';
import { Kbd } from '../Kbd.tsx';
import { useDialogClose } from '../navigationGuard.tsx';
import { Tooltip } from '../Tooltip.tsx';
import { useFormState } from './Form.tsx';
import { FormFailure } from './FormFailure.tsx';

export interface FormActionsProps {
  /** The verb; "save" by default. */
  submitLabel?: ReactNode;
  /** Where "cancel" leads, or what it does. Not needed in a dialog, where it closes the dialog. */
  cancelHref?: string;
  onCancel?: () => void;
  /** Further buttons before them. */
  children?: ReactNode;
  /** The main action, where saving is only a step towards it: placed last, and saving becomes a plain button. */
  main?: ReactNode;
  /** The form deletes something: there is nothing to save. */
  destructive?: boolean;
}

/**
 * The bar at the bottom of a form: always visible, with the state of saving and errors.
 * @example <FormActions submitLabel={t('publish')} cancelHref="/consent" />
 */
export function FormActions({
  submitLabel,
  cancelHref,
  onCancel,
  children,
  main,
  destructive = false,
}: FormActionsProps) {
  const { t } = useTranslation('ui');
  const { formState } = useFormContext();
  const { failure, disabled, open, waiting } = useFormState();
  const closeDialog = useDialogClose();
  const cancel = onCancel ?? closeDialog;
  return (
    <ActionBar mt="1" display="grid" gap="3">
      {failure && (
        <Banner tone={open ? 'warn' : 'danger'} role="alert" title={open ? failure : t('form.failed')}>
          {!open && failure !== t('form.failed') && failure}
        </Banner>
      )}
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="flex-end" gap="2">
        <chakra.span flex="1" textStyle="dense" color="muted" role="status">
          {!destructive && formState.isDirty && !formState.isSubmitting && t('form.unsaved')}
        </chakra.span>
        {children}
        {cancelHref && <LinkButton href={cancelHref}>{t('cancel')}</LinkButton>}
        {!cancelHref && cancel && <Button onClick={cancel}>{t('cancel')}</Button>}
        <Tooltip content={<Kbd keys={['mod', 'Enter']} />}>
          <Button
            type="submit"
            look={main ? 'plain' : destructive ? 'danger' : 'main'}
            loading={formState.isSubmitting || waiting}
            disabled={disabled}
          >
            {submitLabel ?? t('save')}
          </Button>
        </Tooltip>
        {main}
      </chakra.div>
    </ActionBar>
  );
}

/**
 * Submits a form without a bar, below why it was not sent: busy while it is sent, or while files are being uploaded.
 */
export function SubmitButton({ children }: { children: ReactNode }) {
  const { formState } = useFormContext();
  const { waiting } = useFormState();
  return (
    <>
      <FormFailure />
      <Button type="submit" look="main" loading={formState.isSubmitting || waiting}>
        {children}
      </Button>
    </>
  );
}

/** A titled group of fields. @example <FormSection title={t('contact')}>…</FormSection> */
export function FormSection({
  title,
  description,
  children,
}: {
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
}) {
  return (
    <chakra.fieldset display="grid" gap="4" minWidth="0" gridTemplateColumns="minmax(0, 1fr)">
      <chakra.legend textStyle="title" mb={description ? '0' : '3'}>
        {title}
      </chakra.legend>
      {description && <chakra.p color="muted">{description}</chakra.p>}
      {children}
    </chakra.fieldset>
  );
}
