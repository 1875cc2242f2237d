import { WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident/schema.ts';
import { bodyOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, ConfirmDialog, Flex, toast, useDialog } from '../../ui/index.ts';
import { FieldFrame, NativeSelect, useField, useFormContext } from '../../ui/form/index.ts';
import type { FormValues } from './formValues.ts';
import { isOffice } from './letters.ts';
import { LOCALES } from '../../../shared/locale.ts';

type Language = FormValues['locale'];

/**
 * Language of the message, and pre-filling subject and message from the incident in it. Another language offers
 * pre-filling too; existing text is only overwritten after a confirmation.
 */
export function FillIn({ incident }: { incident: Incident }) {
  const { t } = useTranslation('incidentNotification');
  const { ws } = useSession();
  const draft = trpc.incidentNotification.draft.useMutation();
  const form = useFormContext();
  const handle = useField<Language>({ name: 'locale', required: true });
  const [busy, setBusy] = useState(false);
  const dialog = useDialog();
  const locale = handle.value;

  const fill = async () => {
    setBusy(true);
    try {
      const { recipientGroup, report, recipients, lateReason } = form.getValues() as FormValues;
      const found = await draft.mutateAsync({ ws, id: incident.id, recipientGroup, report, locale, lateReason });
      const put = (name: keyof FormValues, value: unknown) =>
        form.setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
      put('subject', found.subject);
      put('message', found.message);
      if (found.recipients.length > 0 && (recipients.length === 0 || isOffice(recipients)))
        put('recipients', found.recipients);
      toast.info(t('fill.done'), { detail: found.shortened ? t('fill.shortened') : undefined });
    } catch (error) {
      toast.error(t('fill.failed'), { detail: bodyOf(error)?.message });
    } finally {
      setBusy(false);
    }
  };
  const isWritten = () => {
    const { subject, message } = form.getValues() as FormValues;
    return subject.trim() !== '' || message.trim() !== '';
  };
  return (
    <FieldFrame label={t('language.label')} required handle={handle}>
      <Flex gap="2" wrap="wrap">
        <NativeSelect
          {...handle.control}
          name="locale"
          width="auto"
          value={locale}
          onChange={(event) => {
            handle.set(event.target.value as Language);
            if (isWritten()) dialog.show();
          }}
          onBlur={handle.blur}
        >
          {LOCALES.map((one) => (
            <option key={one} value={one}>
              {t(`language.${one}`)}
            </option>
          ))}
        </NativeSelect>
        <Button
          icon={<WandSparkles aria-hidden />}
          loading={busy}
          onClick={() => (isWritten() ? dialog.show() : void fill())}
        >
          {t(`fill.${locale}`)}
        </Button>
      </Flex>
      <ConfirmDialog
        {...dialog.props}
        title={t(`fill.title.${locale}`)}
        body={t('fill.body')}
        confirmLabel={t('fill.confirm')}
        onConfirm={fill}
      />
    </FieldFrame>
  );
}
