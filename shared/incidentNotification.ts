import { z } from 'zod';
import { clock } from './clock.ts';
import { INCIDENT_STATUSES, moment, RISK_LEVELS } from './incident.ts';
import { listInput, listOf } from './list.ts';
import { byId, email, id, LONG_TEXT_LIMIT, optionalText, rowVersion } from './text.ts';

export const RECIPIENT_GROUPS = ['TOP_MANAGEMENT', 'DATA_PROTECTION_AUTHORITY', 'DATA_SUBJECT', 'INTERESTED_PARTY', 'PUBLIC_MEDIA'] as const;
export type RecipientGroup = (typeof RECIPIENT_GROUPS)[number];
/** The tabs of the screen, and the groups in each. */
export const NOTIFICATION_TABS = {
  management: ['TOP_MANAGEMENT'],
  authority: ['DATA_PROTECTION_AUTHORITY'],
  subject: ['DATA_SUBJECT', 'INTERESTED_PARTY', 'PUBLIC_MEDIA'],
} as const satisfies Record<string, readonly RecipientGroup[]>;
export type NotificationTab = keyof typeof NOTIFICATION_TABS;
export const NOTIFICATION_CHANNELS = ['EMAIL', 'SMS', 'WEBSITE', 'OTHER'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];
/** The authority is told in phases: what is known first, then what was found out. */
export const REPORT_PHASES = ['FIRST', 'SUPPLEMENT'] as const;
export type ReportPhase = (typeof REPORT_PHASES)[number];

/** People that one notification may be sent to. */
export const RECIPIENTS_LIMIT = 1000;

/** Who is told: a name, with an address where the channel needs one. */
export const recipient = z.object({ name: optionalText(300), email: z.union([z.literal(''), email]).default(''), phone: optionalText(30) });
export type Recipient = z.output<typeof recipient>;

const fields = {
  recipientGroup: z.enum(RECIPIENT_GROUPS, { error: 'errors:required' }),
  report: z.enum(REPORT_PHASES).default('FIRST'),
  channel: z.enum(NOTIFICATION_CHANNELS, { error: 'errors:required' }),
  /** Language of the message. */
  locale: z.enum(['th', 'en']).default('th'),
  recipients: z.array(recipient).max(RECIPIENTS_LIMIT, { error: 'incidentNotification:tooManyRecipients' }).default([]),
  subject: optionalText(300),
  opinion: optionalText(LONG_TEXT_LIMIT),
  message: optionalText(LONG_TEXT_LIMIT),
  /** When they were told; left out for mails, which are told when they are sent. */
  notifiedAt: moment.nullable().default(null),
  attachmentId: id.nullable().default(null),
};
export const notificationFields = z.object(fields);
export type NotificationFields = z.output<typeof notificationFields>;

const late = { /** Why the authority is told after the deadline; asked for then. */ lateReason: optionalText(2000) };
/** `id`: the incident's. With `send` it is sent (mail) or recorded (other channels) at once, else kept as a draft. */
export const createNotification = byId.extend({ ...fields, ...late, send: z.boolean().default(true) });
export const updateNotification = byId.extend({ nid: id, rowVersion, ...fields });
export const sendNotification = byId.extend({ nid: id, rowVersion: rowVersion.optional(), ...late });
export const byNotification = byId.extend({ nid: id });
/** Sends its mails again to those whom none has reached. */
export const resendNotification = byId.extend({ nid: id, ...late });

/** What sending still misses. Paths as in the fields; keys are locale keys. */
export function notificationProblems(value: NotificationFields): { path: (string | number)[]; key: string }[] {
  const problems: { path: (string | number)[]; key: string }[] = [];
  if (value.recipients.length === 0 && value.channel !== 'WEBSITE' && value.recipientGroup !== 'PUBLIC_MEDIA') problems.push({ path: ['recipients'], key: 'errors:required' });
  if (value.channel === 'EMAIL') {
    value.recipients.forEach(({ email: address }, index) => {
      if (address === '') problems.push({ path: ['recipients', index, 'email'], key: 'errors:required' });
    });
    if (value.subject === '') problems.push({ path: ['subject'], key: 'errors:required' });
  } else if (value.notifiedAt === null) problems.push({ path: ['notifiedAt'], key: 'errors:required' });
  if (value.message === '') problems.push({ path: ['message'], key: 'errors:required' });
  return problems;
}

const person = z.object({ id, name: z.string() });
export const DELIVERY_STATES = ['waiting', 'sent', 'failed', 'kept'] as const;
export const incidentNotification = z.object({
  id,
  incidentId: id,
  ...fields,
  status: z.enum(['DRAFT', 'SENT']),
  attachment: z.object({ id, url: z.string(), name: z.string(), size: z.number() }).nullable(),
  /** Mails by state, and each with its recipient's position; empty for other channels. */
  deliveries: z.array(z.object({ position: z.number().int(), state: z.enum(DELIVERY_STATES), error: z.string().nullable(), settledAt: z.string().nullable() })),
  createdBy: person.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  sentBy: person.nullable(),
  sentAt: z.string().nullable(),
  rowVersion: z.number().int(),
});
export type IncidentNotification = z.infer<typeof incidentNotification>;
export const incidentNotificationList = listOf(incidentNotification);
export const listIncidentNotifications = listInput(['createdAt', 'notifiedAt']).extend({ ws: id, id, recipientGroup: z.enum(['ALL', ...RECIPIENT_GROUPS]).default('ALL') });

/** A draft filled in from the incident, in the language asked for. */
export const draftInput = byId.extend({ recipientGroup: z.enum(RECIPIENT_GROUPS), locale: z.enum(['th', 'en']), report: z.enum(REPORT_PHASES).default('FIRST'), ...late });
export const notificationDraft = z.object({ subject: z.string(), message: z.string(), recipients: z.array(recipient) });

/** Incidents with what was told to whom: the list of the notification screen. */
export const listNotified = listInput(['updatedAt', 'dueAt', 'title', 'number']).extend({
  ws: id,
  /** Whom the risk asks to be told and who was not yet. */
  owed: z.enum(['ALL', 'AUTHORITY', 'SUBJECTS', 'NOTHING']).default('ALL'),
  risk: z.enum(['ALL', ...RISK_LEVELS]).default('ALL'),
});
export const notifiedItem = z.object({
  id,
  number: z.number().int(),
  title: z.string(),
  status: z.enum(INCIDENT_STATUSES),
  riskLevel: z.enum(RISK_LEVELS).nullable(),
  clock,
  /** Sent ones by tab, and drafts. */
  sent: z.object({ management: z.number().int(), authority: z.number().int(), subject: z.number().int() }),
  drafts: z.number().int(),
  authorityNotifiedAt: z.string().nullable(),
  subjectsNotifiedAt: z.string().nullable(),
  owed: z.array(z.enum(['AUTHORITY', 'SUBJECTS'])),
  updatedAt: z.string(),
});
export type NotifiedItem = z.infer<typeof notifiedItem>;
export const notifiedList = listOf(notifiedItem);
