import { z } from 'zod';
import { incidentClock } from '../incident/clock.ts';
import { moment, newKey } from '../incident/fields.ts';
import { RISK_LEVELS } from '../incident/riskLevel.ts';
import { INCIDENT_STATUSES } from '../incident/status.ts';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { DELIVERY_STATES } from '../mail/status.ts';
import { mailsToday } from '../mail/today.ts';
import { defineStatus } from '../status.ts';
import {
  byId,
  email,
  id,
  LONG_TEXT_LIMIT,
  optionalPhone,
  optionalText,
  requiredText,
  rowVersion,
  namedRecord,
} from '../text.ts';
import { LOCALES } from '../locale.ts';

export const RECIPIENT_GROUPS = [
  'TOP_MANAGEMENT',
  'DATA_PROTECTION_AUTHORITY',
  'DATA_SUBJECT',
  'INTERESTED_PARTY',
  'PUBLIC_MEDIA',
] as const;
export type RecipientGroup = (typeof RECIPIENT_GROUPS)[number];
/** The tabs of the screen, and the groups in each. */
export const NOTIFICATION_TABS = {
  management: ['TOP_MANAGEMENT'],
  authority: ['DATA_PROTECTION_AUTHORITY'],
  subject: ['DATA_SUBJECT', 'INTERESTED_PARTY', 'PUBLIC_MEDIA'],
} as const satisfies Record<string, readonly RecipientGroup[]>;
export type NotificationTab = keyof typeof NOTIFICATION_TABS;
/** Mails that are written with a notification, and later in each turn, so that other mail is not delayed. */
export const MAILS_AT_ONCE = 100;
/** Small groups that must not wait for another day, if one turn can write to all of them. */
export const isUrgent = (group: string, mails: number): boolean =>
  !(NOTIFICATION_TABS.subject as readonly string[]).includes(group) && mails <= MAILS_AT_ONCE;
export const NOTIFICATION_CHANNELS = ['EMAIL', 'SMS', 'WEBSITE', 'OTHER'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];
/** The authority is notified in phases: what is known first, then what was found out. */
export const REPORT_PHASES = ['FIRST', 'SUPPLEMENT'] as const;
export type ReportPhase = (typeof REPORT_PHASES)[number];

/** People that one notification may be sent to. */
export const RECIPIENTS_LIMIT = 5000;

/** Who is notified: a name, with an address where the channel needs one. */
const recipient = z.object({
  name: optionalText(300),
  email: z.union([z.literal(''), email]).default(''),
  phone: optionalPhone,
});
export type Recipient = z.output<typeof recipient>;
/** As it is answered: what was kept by older rules is shown as it was. */
const namedRecipient = z.object({ name: z.string(), email: z.string(), phone: z.string() });

const fields = {
  recipientGroup: z.enum(RECIPIENT_GROUPS, { error: 'errors:required' }),
  report: z.enum(REPORT_PHASES).default('FIRST'),
  channel: z.enum(NOTIFICATION_CHANNELS, { error: 'errors:required' }),
  /** Language of the message. */
  locale: z.enum(LOCALES).default('th'),
  recipients: z.array(recipient).max(RECIPIENTS_LIMIT, { error: 'incidentNotification:tooManyRecipients' }).default([]),
  subject: optionalText(300),
  opinion: optionalText(LONG_TEXT_LIMIT),
  message: optionalText(LONG_TEXT_LIMIT),
  /** When they were notified; left out for mails, which are told when they are sent. */
  notifiedAt: moment.nullable().default(null),
  attachmentId: id.nullable().default(null),
  /** Why the authority is notified after the deadline; asked for when it is sent. */
  lateReason: optionalText(2000),
};
export const notificationFields = z.object(fields);
export type NotificationFields = z.output<typeof notificationFields>;

const lateReasonField = {
  /** As in the fields; left out: what the draft or the incident says. */ lateReason: fields.lateReason,
};
/** `id`: the incident's. With `send` it is sent (mail) or recorded (other channels) at once, else kept as a draft. */
export const createNotification = byId.extend({ ...fields, key: newKey, send: z.boolean().default(true) });
export const updateNotification = byId.extend({ nid: id, rowVersion, ...fields });
export const sendNotification = byId.extend({ nid: id, rowVersion: rowVersion.optional(), ...lateReasonField });
export const byNotification = byId.extend({ nid: id });
/** Sends its mails again to those whom none has reached. */
export const resendNotification = byId.extend({ nid: id, ...lateReasonField });

/** How a mail that came back was settled: its addressee was notified in another way, or cannot be reached. */
export const DELIVERY_ANSWERS = ['OTHERWISE', 'GIVEN_UP'] as const;
export type DeliveryAnswer = (typeof DELIVERY_ANSWERS)[number];
/**
 * Settles mails that came back; `positions` left out: all that did and are not settled. Those that are named may be
 * settled again, or with null no longer be, until the incident is closed.
 */
export const answerDeliveries = byId
  .extend({
    nid: id,
    positions: z.array(z.number().int().min(0)).min(1).max(RECIPIENTS_LIMIT).optional(),
    answer: z.enum(DELIVERY_ANSWERS, { error: 'errors:required' }).nullable(),
    reason: optionalText(2000),
  })
  .refine(({ answer, reason }) => answer === null || reason !== '', { error: 'errors:required', path: ['reason'] })
  .refine(({ answer, positions }) => answer !== null || positions !== undefined, {
    error: 'errors:required',
    path: ['positions'],
  });
/** Stops the mails that wait, written or not, with a reason. */
export const stopNotification = byId.extend({ nid: id, reason: requiredText(2000) });

/** What sending still misses. Paths as in the fields; keys are locale keys. */
export function notificationProblems(value: NotificationFields): { path: (string | number)[]; key: string }[] {
  const problems: { path: (string | number)[]; key: string }[] = [];
  if (value.recipients.length === 0 && value.channel !== 'WEBSITE' && value.recipientGroup !== 'PUBLIC_MEDIA')
    problems.push({ path: ['recipients'], key: 'errors:required' });
  if (value.channel === 'EMAIL') {
    const known = new Set<string>();
    value.recipients.forEach(({ email: address }, index) => {
      if (address === '') problems.push({ path: ['recipients', index, 'email'], key: 'errors:required' });
      // Nobody gets the same mail twice.
      else if (known.has(address))
        problems.push({ path: ['recipients', index, 'email'], key: 'incidentNotification:recipients.twice' });
      known.add(address);
    });
    if (value.subject === '') problems.push({ path: ['subject'], key: 'errors:required' });
  } else if (value.notifiedAt === null) problems.push({ path: ['notifiedAt'], key: 'errors:required' });
  if (value.message === '') problems.push({ path: ['message'], key: 'errors:required' });
  return problems;
}

const recipientDelivery = z.object({
  position: z.number().int(),
  state: z.enum(DELIVERY_STATES),
  error: z.string().nullable(),
  settledAt: z.string().nullable(),
  /** How one that came back was settled, and why. */
  answer: z.enum(DELIVERY_ANSWERS).nullable(),
  answerReason: z.string(),
});
/**
 * Mails of a notification, or of several, by what became of them: `failed` came back and nobody has settled them,
 * `otherwise` and `givenUp` were settled.
 */
const mailCounts = z.object({
  total: z.number().int(),
  waiting: z.number().int(),
  /** Of those that wait, the ones that are still to be written. */
  unwritten: z.number().int(),
  sent: z.number().int(),
  kept: z.number().int(),
  failed: z.number().int(),
  otherwise: z.number().int(),
  givenUp: z.number().int(),
});
export type MailCounts = z.infer<typeof mailCounts>;
/** Those who got the mail, or to whom a development server has kept it. */
export const reachedOf = ({ sent, kept }: Pick<MailCounts, 'sent' | 'kept'>): number => sent + kept;

const NOTIFICATION_STATUSES = ['DRAFT', 'SENT'] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];
export type NotificationAction = 'edit' | 'send' | 'resend' | 'answer' | 'stop';
/**
 * The life of a notification; `edit` also removes it. `resend` and `answer` settle mails that came back, `stop` leaves
 * out those that wait.
 */
export const notificationStatus = defineStatus<NotificationStatus, NotificationAction>({
  DRAFT: { edit: { to: 'DRAFT', permission: 'incident.notify' }, send: { to: 'SENT', permission: 'incident.notify' } },
  SENT: {
    resend: { to: 'SENT', permission: 'incident.notify' },
    answer: { to: 'SENT', permission: 'incident.notify' },
    stop: { to: 'SENT', permission: 'incident.notify' },
  },
});

/** Recipients of a notification that come with it in a list, and once it is sent; the others by page (`deliveries`). */
export const RECIPIENT_LIMIT = 100;
export const incidentNotification = z.object({
  id,
  incidentId: id,
  ...fields,
  recipients: z.array(namedRecipient),
  status: z.enum(NOTIFICATION_STATUSES),
  attachment: z.object({ id, url: z.string(), name: z.string(), size: z.number() }).nullable(),
  /**
   * Of a draft asked for by itself (`nid`) `recipients` are all of them; else the first RECIPIENT_LIMIT, like
   * `deliveries`.
   */
  recipientCount: z.number().int(),
  /** Null for other channels than mail, and for drafts. */
  mails: mailCounts.nullable(),
  /** The newest mail to each recipient, by their position; empty for other channels. */
  deliveries: z.array(recipientDelivery),
  createdBy: namedRecord.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  sentBy: namedRecord.nullable(),
  sentAt: z.string().nullable(),
  /** When its waiting mails were stopped last, and why. */
  stoppedAt: z.string().nullable(),
  stopReason: z.string(),
  rowVersion: z.number().int(),
});
export type IncidentNotification = z.infer<typeof incidentNotification>;
/**
 * `sent`: all that was sent or recorded of the incident, by tab, whatever the list is narrowed to; `supplements` of the
 * authority's are no first report.
 */
export const incidentNotificationList = listOf(incidentNotification).extend({
  sent: z.object({
    management: z.number().int(),
    authority: z.number().int(),
    subject: z.number().int(),
    supplements: z.number().int(),
  }),
  /** Mails of the data subjects' first notifications; null when none was sent. */ subjectMails: mailCounts.nullable(),
  /** Whether an active member has the role DPO: letters and the form of the authority name them as the contact. */
  hasOfficer: z.boolean(),
});
export type IncidentNotificationList = z.infer<typeof incidentNotificationList>;
/** Notifications of one incident. A tab shows those of its own; neither stands in its address. */
export const INCIDENT_NOTIFICATION_LIST = { sortBy: ['createdAt', 'notifiedAt'] } as const satisfies ListRule;
export const listIncidentNotifications = listInput({
  ...INCIDENT_NOTIFICATION_LIST,
  filters: {
    recipientGroup: ['ALL', ...RECIPIENT_GROUPS],
    tab: ['ALL', 'management', 'authority', 'subject'],
    status: ['ALL', ...NOTIFICATION_STATUSES],
  },
}).extend({
  ws: id,
  id,
  /** This one alone. */ nid: id.optional(),
});

/** Recipients of what was sent, with what became of their mails. */
export const DELIVERY_FILTERS = ['ALL', 'WAITING', 'REACHED', 'FAILED', 'SETTLED'] as const;
export const listDeliveries = listInput({ sortBy: ['position'] })
  .omit({ sortBy: true, sortDirection: true, query: true })
  .extend({ ws: id, id, nid: id, filter: z.enum(DELIVERY_FILTERS).default('ALL') });
const deliveredRecipient = namedRecipient.extend({
  position: z.number().int(),
  delivery: recipientDelivery.omit({ position: true }).nullable(),
});
export const deliveryList = listOf(deliveredRecipient);

/** What may be sent: recipients of one notification, and mails to many people today; the others go out later. */
export const notificationLimits = z.object({ recipients: z.number().int(), today: mailsToday });

/** A draft filled in from the incident, in the language asked for. */
export const draftInput = byId.extend({
  recipientGroup: z.enum(RECIPIENT_GROUPS),
  locale: z.enum(LOCALES),
  report: z.enum(REPORT_PHASES).default('FIRST'),
  ...lateReasonField,
});
export const notificationDraft = z.object({
  subject: z.string(),
  message: z.string(),
  recipients: z.array(namedRecipient),
  /** Whether parts were left out, since they exceed the length of a message. */
  shortened: z.boolean(),
});

/** Incidents with what was told to whom: the list of the notification screen. */
export const NOTIFIED_LIST = {
  sortBy: ['updatedAt', 'dueAt', 'title', 'number'],
  filters: {
    /** Whom the risk asks to be notified and who was not yet. */
    owed: ['ALL', 'AUTHORITY', 'SUBJECTS', 'NOTHING'],
    risk: ['ALL', ...RISK_LEVELS],
  },
} as const satisfies ListRule;
export const listNotified = listInput(NOTIFIED_LIST).extend({ ws: id });
const notifiedItem = z.object({
  id,
  number: z.number().int(),
  title: z.string(),
  status: z.enum(INCIDENT_STATUSES),
  riskLevel: z.enum(RISK_LEVELS).nullable(),
  clock: incidentClock,
  /** Sent ones by tab, and drafts. */
  sent: z.object({ management: z.number().int(), authority: z.number().int(), subject: z.number().int() }),
  drafts: z.number().int(),
  authorityNotifiedAt: z.string().nullable(),
  subjectsNotifiedAt: z.string().nullable(),
  owed: z.array(z.enum(['AUTHORITY', 'SUBJECTS'])),
  /** Mails of the first notification of the data subjects; null when none was sent. */
  subjectMails: mailCounts.nullable(),
  updatedAt: z.string(),
});
export type NotifiedItem = z.infer<typeof notifiedItem>;
export const notifiedList = listOf(notifiedItem);
