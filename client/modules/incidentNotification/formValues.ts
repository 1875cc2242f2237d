import type { TFunction } from 'i18next';
import { z } from 'zod';
import { moment } from '../../../shared/incident.ts';
import { type IncidentNotification, NOTIFICATION_TABS, notificationFields, type NotificationFields, type NotificationTab, type Recipient } from '../../../shared/incidentNotification.ts';
import { optionalText } from '../../../shared/text.ts';
import { serverNow } from '../../clock/serverTime.ts';
import type { StaleField } from '../record/useStaleEdit.tsx';
import { officeOf } from './letters.ts';

const file = z.object({ id: z.string(), name: z.string(), size: z.number() });

/** The form of a notification: the fields of the contract, an attachment with its name, and the row it started from. */
export const formSchema = notificationFields.omit({ attachmentId: true }).extend({
  attachment: file.nullable(),
  // A date field that was cleared sends an empty text.
  notifiedAt: z.union([z.literal(''), moment]).nullable(),
  // Goes with the sending, not with the draft.
  lateReason: optionalText(2000),
});
export type FormValues = z.output<typeof formSchema>;

/** What the server takes of the form. A mail is told when it is sent. */
export const fieldsOf = ({ attachment, notifiedAt, lateReason: _lateReason, ...values }: FormValues): NotificationFields => ({
  ...values,
  attachmentId: attachment?.id ?? null,
  notifiedAt: values.channel === 'EMAIL' ? null : notifiedAt || null,
});

export const valuesOf = ({ recipientGroup, report, channel, locale, recipients, subject, opinion, message, notifiedAt, attachment }: IncidentNotification, lateReason = ''): FormValues => ({
  recipientGroup,
  report,
  channel,
  locale,
  recipients,
  subject,
  opinion,
  message,
  notifiedAt,
  lateReason,
  attachment: attachment && { id: attachment.id, name: attachment.name, size: attachment.size },
});

/** A new notification of a tab. */
export const newValues = (tab: NotificationTab, locale: 'th' | 'en', supplement: boolean, lateReason: string): FormValues => ({
  recipientGroup: NOTIFICATION_TABS[tab][0],
  report: tab === 'authority' && supplement ? 'SUPPLEMENT' : 'FIRST',
  // The authority has a system of its own.
  channel: tab === 'authority' ? 'OTHER' : 'EMAIL',
  locale: tab === 'authority' ? 'th' : locale,
  recipients: tab === 'authority' ? [officeOf('th')] : [],
  subject: '',
  opinion: '',
  message: '',
  // Left out for a mail.
  notifiedAt: new Date(serverNow()).toISOString(),
  lateReason,
  attachment: null,
});

const said = (list: readonly Recipient[]): string => list.map(({ name, email, phone }) => [name, email, phone].filter(Boolean).join(', ')).join('\n');

/** Theirs and mine side by side, where they differ. */
export function diffFields(theirs: FormValues, mine: FormValues, t: TFunction<'incidentNotification'>, time: (value: string) => string): StaleField[] {
  const when = (value: string | null) => (value ? time(value) : '');
  const rows: [key: string, label: string, (values: FormValues) => string][] = [
    ['recipientGroup', t('editor.group'), (values) => t(`group.${values.recipientGroup}`)],
    ['report', t('report.label'), (values) => t(`report.${values.report}`)],
    ['channel', t('editor.channel'), (values) => t(`channel.${values.channel}`)],
    ['locale', t('language.label'), (values) => t(`language.${values.locale}`)],
    ['recipients', t('recipients.label'), (values) => said(values.recipients)],
    ['subject', t('editor.subject'), (values) => values.subject],
    ['opinion', t('editor.opinion'), (values) => values.opinion],
    ['message', t('editor.message'), (values) => values.message],
    ['notifiedAt', t('editor.notifiedAt'), (values) => when(values.notifiedAt)],
    ['attachment', t('editor.attachment'), (values) => values.attachment?.name ?? ''],
  ];
  return rows.map(([key, label, of]) => ({ key, label, before: of(theirs), after: of(mine) })).filter(({ before, after }) => before !== after);
}
