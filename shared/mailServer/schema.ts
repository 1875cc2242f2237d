import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { ENCRYPTIONS, FAILURE_KINDS } from '../mail/servers.ts';
import { email, id, LIMITED, maybeInWorkspace, optionalLine, requiredLine, rowVersion } from '../text.ts';
import { connectionSettings, connectionView, password } from './connection.ts';
import { mailbox } from './mailbox.ts';

/** Mail servers of one organisation. */
export const SERVER_LIMIT = 50;

const blankLine = (limit: number) => optionalLine(limit).unwrap();

const settings = z.object({
  name: requiredLine(100),
  ...connectionSettings(ENCRYPTIONS),
  username: blankLine(254),
  fromAddress: email,
  fromName: blankLine(100),
  /** Where mails that could not be delivered are returned to; empty: to the sender. */
  bounceAddress: z.union([z.literal(''), email], { error: 'errors:email' }),
  dailyLimit: z
    .number({ error: 'errors:number' })
    .int({ error: 'errors:number' })
    .min(1, { error: 'errors:number' })
    .max(10_000_000, { error: 'errors:number' })
    .nullable(),
  active: z.boolean(),
});

/** What can be edited, as a new server has it. */
export const mailServerFields = settings.extend({
  certificate: settings.shape.certificate.default(''),
  username: settings.shape.username.default(''),
  fromName: settings.shape.fromName.default(''),
  bounceAddress: settings.shape.bounceAddress.default(''),
  dailyLimit: settings.shape.dailyLimit.default(null),
  active: settings.shape.active.default(true),
  password,
});
export type MailServerDraft = z.output<typeof settings> & { password?: string | undefined };
export const createMailServer = maybeInWorkspace.extend(mailServerFields.shape);
export const updateMailServer = maybeInWorkspace.extend({ id, rowVersion, ...settings.partial().shape, password });
export const byServer = maybeInWorkspace.extend({ id });
/** Part of a name in the DNS. */
const selector = z
  .string({ error: 'errors:required' })
  .trim()
  .toLowerCase()
  .max(63, LIMITED)
  .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/, { error: 'mailServer:refusal.selector' });
export const dkimFields = z.object({ selector });
export const signMailServer = maybeInWorkspace.extend({ id, rowVersion, selector });
export const unsignMailServer = maybeInWorkspace.extend({ id, rowVersion });
export const linkedWorkspace = maybeInWorkspace.extend({ id, wid: id });

const STATES = ['working', 'failing', 'inactive'] as const;
export const MAIL_SERVER_LIST = {
  sortBy: ['updatedAt', 'name', 'lastSentAt'],
  filters: { state: ['ALL', ...STATES], workspaceId: 'id' },
} as const satisfies ListRule;
export const listMailServers = listInput(MAIL_SERVER_LIST).extend(maybeInWorkspace.shape);

const workspaceName = z.object({ id, name: z.string() });
/** What the server last said when it took no mail. */
const fault = z.object({ kind: z.enum(FAILURE_KINDS), reason: z.string(), answer: z.string(), at: z.string() });
export const mailServer = z.object({
  id,
  name: z.string(),
  ...connectionView(ENCRYPTIONS),
  hasPassword: z.boolean(),
  fromAddress: z.string(),
  fromName: z.string(),
  bounceAddress: z.string(),
  dailyLimit: z.number().nullable(),
  active: z.boolean(),
  /** Why it is not in use, where nobody switched it off; `restored`: in a copy, until somebody switches it on. */
  stopped: z.enum(['restored']).nullable(),
  /** `failing`: it could not be used the last time; mails go by the global server meanwhile. */
  state: z.enum(STATES),
  fault: fault.nullable(),
  sentToday: z.number(),
  lastSentAt: z.string().nullable(),
  /** Those that use it and that the caller administers. */
  workspaces: z.array(workspaceName),
  /** How many others of the organisation use it; while there are any the caller cannot change it. */
  otherWorkspaces: z.number(),
  /** The record by which receivers check the signature of its mails (DKIM); null: they are not signed. */
  dkim: z.object({ selector: z.string(), name: z.string(), value: z.string() }).nullable(),
  /** The mailbox in which returned mails are looked for; null: they are not. */
  mailbox: mailbox.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  rowVersion: z.number(),
});
export type MailServer = z.infer<typeof mailServer>;
export const mailServerList = listOf(mailServer).extend({
  /** Whether the installation has a global mail server, which sends where no other does. */
  hasGlobal: z.boolean(),
  /** Since when the installation sends nothing, because it is a copy of another one; null: it sends. */
  silentSince: z.string().nullable(),
});

/** How a test went, with what the server said. */
export const mailServerTest = z.object({
  sent: z.boolean(),
  to: z.string(),
  /** Why not; null: it was sent. */
  kind: z.enum(FAILURE_KINDS).nullable(),
  answer: z.string(),
});
export type MailServerTest = z.infer<typeof mailServerTest>;

export const MAIL_FAILURE_LIST = {
  sortBy: ['lastAt', 'count'],
  filters: { kind: ['ALL', ...FAILURE_KINDS] },
} as const satisfies ListRule;
export const listMailFailures = listInput(MAIL_FAILURE_LIST).extend(byServer.shape);
const mailFailure = z.object({
  day: z.string(),
  kind: z.enum(FAILURE_KINDS),
  reason: z.string(),
  answer: z.string(),
  count: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
});
export type MailFailure = z.infer<typeof mailFailure>;
export const mailFailureList = listOf(mailFailure);

/** Workspaces that the caller may link to a server, each with the server that carries its mails now. */
export const linkableWorkspaces = z.array(
  workspaceName.extend({ organizationId: id, serverId: id.nullable(), serverName: z.string() }),
);
