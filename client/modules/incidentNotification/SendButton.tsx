import { BookmarkCheck, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident/schema.ts';
import { isNoReason, lacksReason } from '../../../shared/incidentNotification/letter.ts';
import { notificationProblems } from '../../../shared/incidentNotification/schema.ts';
import { serverNow } from '../../serverNow.ts';
import { announce, Banner, Button, ConfirmDialog, Stack, Text, toast, useDialog, useFormat } from '../../ui/index.ts';
import { useFormState } from '../../ui/form/Form.tsx';
import { focusFirstInvalid } from '../../ui/form/invalidFields.ts';
import { serverIssues, unanswered, useFormContext, useWatch } from '../../ui/form/index.ts';
import { fieldsOf, type FormValues } from './formValues.ts';
import { isLate } from './lateNotification.ts';
import { StatedTime } from './StatedTime.tsx';

export interface SendButtonProps {
  incident: Incident;
  /** When the stored draft was created; left out for a new notification. */
  draftedAt?: string | undefined;
  /** Sends or records it. `dirty`: there are changes since the draft was saved. */
  onSend: (values: FormValues, dirty: boolean) => Promise<unknown>;
}

/** The main action: validates, then asks for confirmation with the recipients, because sending is final. */
export function SendButton({ incident, draftedAt, onSend }: SendButtonProps) {
  const { t } = useTranslation(['incidentNotification', 'ui']);
  const { number } = useFormat();
  const form = useFormContext();
  const { arrival, waiting } = useFormState();
  const channel = useWatch({ name: 'channel' }) as FormValues['channel'];
  const dialog = useDialog();
  const [checked, setChecked] = useState<FormValues | null>(null);
  const mail = channel === 'EMAIL';

  const check = async (within: HTMLFormElement | null) => {
    const state = await arrival();
    if (state === 'failed') toast.error(t('ui:file.failed'));
    if (state !== 'complete') return;
    const valid = await form.trigger();
    const values = form.getValues() as FormValues;
    const problems = problemsOf(incident, values);
    for (const { path, key } of problems)
      form.setError(fieldOf(path), {
        type: 'missing',
        message: path.length > 1 && key === 'errors:required' ? 'incidentNotification:recipients.noEmail' : key,
      });
    if (!valid || problems.length > 0) {
      toast.error(t('send.missing'));
      announce(t('send.missing'), 'assertive');
      // After the errors are rendered.
      setTimeout(() => focusFirstInvalid(within), 0);
      return;
    }
    setChecked(values);
    dialog.show();
  };
  const send = async () => {
    try {
      await form.handleSubmit(async (values) => onSend(values as FormValues, form.formState.isDirty))();
    } catch (error) {
      if (unanswered(error)) throw new Error(t('send.lost'));
      const issues = serverIssues(error);
      for (const { path, reason: message } of issues) form.setError(fieldOf(path), { type: 'server', message });
      throw issues.length > 0 ? new Error(issues.map((issue) => issue.reason).join(' ')) : error;
    }
  };

  return (
    <>
      <Button
        look="main"
        loading={waiting}
        icon={mail ? <Send aria-hidden /> : <BookmarkCheck aria-hidden />}
        onClick={(event) => void check(event.currentTarget.closest('form'))}
      >
        {t(mail ? 'editor.send' : 'editor.record')}
      </Button>
      {checked && (
        <ConfirmDialog
          {...dialog.props}
          title={
            mail
              ? t('send.emailTitle', { count: checked.recipients.length, number: number(checked.recipients.length) })
              : t('send.recordTitle')
          }
          confirmLabel={t(mail ? 'editor.send' : 'editor.record')}
          onConfirm={send}
          body={
            <Stack gap="3">
              <Text fontWeight="semibold">{t('send.to', { group: t(`group.${checked.recipientGroup}`) })}</Text>
              <Text>{t(mail ? 'send.emailBody' : 'send.recordBody')}</Text>
              {!mail && <StatedTime incident={incident} values={checked} draftedAt={draftedAt} />}
              {incident.riskLevel === 'NO_RISK' && <Banner tone="info">{t('send.noRisk')}</Banner>}
              {checked.recipientGroup === 'DATA_PROTECTION_AUTHORITY' &&
                incident.authorityNotifiedAt === null &&
                incident.riskLevel !== 'NO_RISK' && <Text>{t('send.stopsClock')}</Text>}
            </Stack>
          }
        />
      )}
    </>
  );
}

/** Problems that prevent sending a notification, but not saving it as a draft. */
function problemsOf(incident: Incident, values: FormValues) {
  const problems = notificationProblems(fieldsOf(values));
  if (isLate(incident, values, serverNow()) && isNoReason(values.lateReason))
    problems.push({
      path: ['lateReason'],
      key:
        values.lateReason.trim() === ''
          ? 'incidentNotification:send.lateRequired'
          : 'incidentNotification:lateReasonSample',
    });
  if (values.recipientGroup === 'DATA_PROTECTION_AUTHORITY' && lacksReason(values.message))
    problems.push({ path: ['message'], key: 'incidentNotification:send.reasonLacking' });
  return problems;
}

/** The field of the problem at a path; the recipients are one field. */
const fieldOf = (path: readonly (string | number)[]): string =>
  path[0] === 'recipients' ? 'recipients' : path.join('.');
