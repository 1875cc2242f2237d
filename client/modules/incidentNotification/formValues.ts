import type { TFunction } from 'i18next';
import { z } from 'zod';
import { moment } from '../../../shared/incident/fields.ts';
import {
  type IncidentNotification,
  NOTIFICATION_TABS,
  notificationFields,
  type NotificationFields,
  type NotificationTab,
  type Recipient,
} from '../../../shared/incidentNotification/schema.ts';
import { randomId } from '../../embeds/kit/storage.ts';
import type { FormField } from '../../records/mergeFields.ts';
import { officeOf } from './letters.ts';

const file = z.object({ id: z.string(), name: z.string(), size: z.number() });

/** The form of a notification: the fields of the schema, an attachment with its name, and the row it started from. */
export const formSchema = notificationFields.omit({ attachmentId: true }).extend({
  attachment: file.nullable(),
  /** Of a new one: stored with its draft, so that sending again after a lost response does not notify anybody twice. */
  key: z.string().optional(),
  // A cleared date field sends an empty string.
  notifiedAt: z.union([z.literal(''), moment]).nullable(),
});
export type FormValues = z.output<typeof formSchema>;

/** The form values as the server's input. The time of a mail is that of its sending. */
export const fieldsOf = ({ attachment, notifiedAt, key: _key, ...values }: FormValues): NotificationFields => ({
  ...values,
  attachmentId: attachment?.id ?? null,
  notifiedAt: values.channel === 'EMAIL' ? null : notifiedAt || null,
});

export const valuesOf = (
  {
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
    attachment,
  }: IncidentNotification,
  known = '',
): FormValues => ({
  recipientGroup,
  report,
  channel,
  locale,
  recipients,
  subject,
  opinion,
  message,
  notifiedAt,
  lateReason: lateReason || known,
  attachment: attachment && { id: attachment.id, name: attachment.name, size: attachment.size },
});

/** The initial values of a new notification of a tab. */
export const newValues = (
  tab: NotificationTab,
  locale: 'th' | 'en',
  supplement: boolean,
  lateReason: string,
): FormValues => ({
  key: randomId(),
  recipientGroup: NOTIFICATION_TABS[tab][0],
  report: tab === 'authority' && supplement ? 'SUPPLEMENT' : 'FIRST',
  // The authority has its own reporting system.
  channel: tab === 'authority' ? 'OTHER' : 'EMAIL',
  locale: tab === 'authority' ? 'th' : locale,
  recipients: tab === 'authority' ? [officeOf('th')] : [],
  subject: '',
  opinion: '',
  message: '',
  // Stated by whoever notified: it is evidence of when (docs/decisions/026).
  notifiedAt: null,
  lateReason,
  attachment: null,
});

const recipientsText = (list: readonly Recipient[]): string =>
  list.map(({ name, email, phone }) => [name, email, phone].filter(Boolean).join(', ')).join('\n');

/** The form's fields in order: how each is displayed, and how concurrent edits of one draft are merged. */
export function formFields(
  t: TFunction<'incidentNotification'>,
  time: (value: string) => string,
): FormField<FormValues>[] {
  return [
    { key: 'recipientGroup', label: t('editor.group'), text: ({ recipientGroup }) => t(`group.${recipientGroup}`) },
    { key: 'report', label: t('report.label'), text: ({ report }) => t(`report.${report}`) },
    { key: 'channel', label: t('editor.channel'), text: ({ channel }) => t(`channel.${channel}`) },
    { key: 'locale', label: t('language.label'), text: ({ locale }) => t(`language.${locale}`) },
    {
      key: 'notifiedAt',
      label: t('editor.notifiedAt'),
      text: ({ notifiedAt }) => (notifiedAt ? time(notifiedAt) : ''),
    },
    {
      key: 'recipients',
      label: t('recipients.label'),
      members: 'set',
      text: ({ recipients }) => recipientsText(recipients),
    },
    { key: 'lateReason', label: t('send.lateReason'), text: ({ lateReason }) => lateReason, long: true },
    { key: 'subject', label: t('editor.subject'), text: ({ subject }) => subject },
    { key: 'message', label: t('editor.message'), text: ({ message }) => message, long: true },
    { key: 'opinion', label: t('editor.opinion'), text: ({ opinion }) => opinion, long: true },
    { key: 'attachment', label: t('editor.attachment'), text: ({ attachment }) => attachment?.name ?? '' },
  ];
}
