import { BookmarkCheck, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident.ts';
import { notificationProblems } from '../../../shared/incidentNotification.ts';
import { serverNow } from '../../clock/serverTime.ts';
import { announce, Banner, Button, ConfirmDialog, Stack, Text, toast, useDialog, useFormat } from '../../ui/index.ts';
import { serverIssues, useFormContext, useWatch } from '../../ui/form/index.ts';
import { fieldsOf, type FormValues } from './formValues.ts';
import { LateReason } from './LateReason.tsx';

export interface SendButtonProps {
  incident: Incident;
  /** Sends or records it. `dirty`: something was typed since the draft was saved. */
  onSend: (values: FormValues, dirty: boolean, lateReason: string) => Promise<unknown>;
}

/** The main action: looks whether anything is missing, says to whom it goes and that it is final, asks why it is late. */
export function SendButton({ incident, onSend }: SendButtonProps) {
  const { t } = useTranslation('incidentNotification');
  const { number } = useFormat();
  const form = useFormContext();
  const channel = useWatch({ name: 'channel' }) as FormValues['channel'];
  const dialog = useDialog();
  const [late, setLate] = useState(false);
  const [reason, setReason] = useState(incident.lateReason);
  const [checked, setChecked] = useState<FormValues | null>(null);
  const mail = channel === 'EMAIL';

  const check = async () => {
    const valid = await form.trigger();
    const values = form.getValues() as FormValues;
    const problems = notificationProblems(fieldsOf(values));
    for (const { path, key } of problems) form.setError(path[0] === 'recipients' ? 'recipients' : path.join('.'), { type: 'missing', message: path.length > 1 ? 'incidentNotification:recipients.noEmail' : key });
    if (!valid || problems.length > 0) {
      toast.error(t('send.missing'));
      announce(t('send.missing'), 'assertive');
      setTimeout(() => {
        const [first] = document.querySelectorAll<HTMLElement>('form [aria-invalid=true]');
        first?.focus();
        first?.scrollIntoView({ block: 'center' });
      }, 0);
      return;
    }
    setChecked(values);
    setLate(isLate(incident, values));
    dialog.show();
  };
  const send = async () => {
    if (late && reason.trim() === '') throw new Error(t('send.lateRequired'));
    try {
      await form.handleSubmit(async (values) => onSend(values as FormValues, form.formState.isDirty, late ? reason.trim() : ''))();
    } catch (error) {
      const issues = serverIssues(error);
      // The server's clock decides.
      if (issues.some(({ path }) => path[0] === 'lateReason')) setLate(true);
      for (const { path, reason: message } of issues) if (path[0] !== 'lateReason') form.setError(path[0] === 'recipients' ? 'recipients' : path.join('.'), { type: 'server', message });
      throw issues.length > 0 ? new Error(issues.map((issue) => issue.reason).join(' ')) : error;
    }
  };

  return (
    <>
      <Button look="main" icon={mail ? <Send aria-hidden /> : <BookmarkCheck aria-hidden />} onClick={() => void check()}>
        {t(mail ? 'editor.send' : 'editor.record')}
      </Button>
      {checked && (
        <ConfirmDialog
          {...dialog.props}
          title={mail ? t('send.emailTitle', { number: number(checked.recipients.length) }) : t('send.recordTitle')}
          confirmLabel={t(mail ? 'editor.send' : 'editor.record')}
          onConfirm={send}
          body={
            <Stack gap="3">
              <Text fontWeight="semibold">{t('send.to', { group: t(`group.${checked.recipientGroup}`) })}</Text>
              <Text>{t(mail ? 'send.emailBody' : 'send.recordBody')}</Text>
              {incident.riskLevel === 'NO_RISK' && <Banner tone="info">{t('send.noRisk')}</Banner>}
              {checked.recipientGroup === 'DATA_PROTECTION_AUTHORITY' && incident.authorityNotifiedAt === null && incident.riskLevel !== 'NO_RISK' && <Text>{t('send.stopsClock')}</Text>}
              {late && <LateReason value={reason} onChange={setReason} />}
            </Stack>
          }
        />
      )}
    </>
  );
}

/** Whether this would tell the authority for the first time after the deadline. */
function isLate({ clock, authorityNotifiedAt }: Incident, values: FormValues): boolean {
  if (values.recipientGroup !== 'DATA_PROTECTION_AUTHORITY' || values.report !== 'FIRST' || authorityNotifiedAt !== null || clock.outcome === 'notNeeded') return false;
  const { channel, notifiedAt } = fieldsOf(values);
  const at = channel === 'EMAIL' || notifiedAt === null ? serverNow() : Date.parse(notifiedAt);
  return at > Date.parse(clock.dueAt);
}
