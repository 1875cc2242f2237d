import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { id, LIMITED, maybeInWorkspace, requiredLine, rowVersion } from '../text.ts';
import { PROBLEM_KEYS } from './problems.ts';
import { FREQUENCIES, type Timing } from './runs.ts';
import { SCHEDULE_STATES, TASK_STATES } from './status.ts';
import { LOCALES } from '../locale.ts';

/** Schedules of one organisation. */
export const SCHEDULE_LIMIT = 50;
/** Next runs that a schedule states. */
export const NEXT_RUNS = 5;
/** Days for which our own copy of what was delivered is kept. */
export const COPY_DAYS = 92;
const WORKSPACES_LIMIT = 200;
const FORMS_LIMIT = 1000;
const CONTENTS = ['all', 'changes'] as const;
const DELIVERY_FORMATS = ['csv', 'xlsx'] as const;

const within = (least: number, most: number, error: string) =>
  z.number({ error }).int({ error }).min(least, { error }).max(most, { error });
const several = (most: number, error: string) => z.array(id).min(1, { error }).max(most, LIMITED);

const fingerprint = z
  .string()
  .max(50, LIMITED)
  .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, { error: 'schedule:refusal.hostKey' });

export const scheduleFields = z.object({
  name: requiredLine(100),
  workspaceIds: several(WORKSPACES_LIMIT, 'schedule:refusal.workspaces'),
  consentIds: several(FORMS_LIMIT, 'schedule:refusal.consents'),
  frequency: z.enum(FREQUENCIES, { error: 'errors:required' }),
  hour: within(0, 23, 'schedule:refusal.hour'),
  day: within(1, 31, 'schedule:refusal.day').nullable().default(null),
  /** Everything that was answered, or what was answered since the delivery before. */
  content: z.enum(CONTENTS).default('all'),
  format: z.enum(DELIVERY_FORMATS).default('csv'),
  /** Of the headings. */
  locale: z.enum(LOCALES).default('th'),
  /** Public OpenPGP key that files are encrypted for; empty: they are not. */
  encryptionKey: z.string().trim().max(50_000, LIMITED).default(''),
  host: requiredLine(253).regex(/^[a-z0-9:][a-z0-9:.-]*$/i, { error: 'schedule:refusal.host' }),
  port: within(1, 65_535, 'schedule:refusal.port'),
  username: requiredLine(254),
  password: z.string().min(1, { error: 'errors:required' }).max(500, LIMITED).optional(),
  /** In the form of OpenSSH or PEM, not encrypted by a passphrase. */
  privateKey: z
    .string()
    .trim()
    .max(20_000, LIMITED)
    .regex(/^-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY-----/, { error: 'schedule:refusal.privateKey' })
    .optional(),
  folder: requiredLine(1000),
  /** Fingerprint of the server's key, `SHA256:…`, as the connection test showed it and somebody confirmed it. */
  hostKey: fingerprint.optional(),
  active: z.boolean().default(true),
});

/** Days of the week or of the month; a day of a daily schedule counts for nothing. */
const hasDay = ({ frequency, day }: { frequency: string; day: number | null }): boolean =>
  frequency === 'Daily' || (day !== null && (frequency === 'Monthly' || day <= 7));
const DAY_RULE = { path: ['day'], error: 'schedule:refusal.day' };

export type ScheduleDraft = z.output<typeof scheduleFields>;
export const createSchedule = maybeInWorkspace.extend(scheduleFields.shape).refine(hasDay, DAY_RULE);
/** All of it; without password and key the one before stays. */
export const updateSchedule = maybeInWorkspace
  .extend({ id, rowVersion, ...scheduleFields.shape })
  .refine(hasDay, DAY_RULE);
export const bySchedule = maybeInWorkspace.extend({ id });
export const setActive = bySchedule.extend({ active: z.boolean(), rowVersion });

/** What a connection is tried with; without password and key those of the schedule `id`. */
export const testConnection = maybeInWorkspace.extend({
  id: id.optional(),
  ...scheduleFields.pick({ host: true, port: true, username: true, password: true, privateKey: true, folder: true })
    .shape,
  /** Confirmed: only then password or key are sent. */
  hostKey: fingerprint.optional(),
});
export const connectionTest = z.object({
  /**
   * `confirm`: the key has to be confirmed first. `ready`: signed in, and a file was written to the folder and removed.
   */
  state: z.enum(['confirm', 'ready', 'failed']),
  /** The server's key, where it was reached. */
  hostKey: z.object({ type: z.string(), fingerprint: z.string() }).nullable(),
  problem: z.enum(PROBLEM_KEYS).nullable(),
  reportCode: z.string().nullable(),
});
export type ConnectionTest = z.infer<typeof connectionTest>;

/** Whether a day belongs to a frequency the schemas have checked. */
export const timingOf = ({ frequency, hour, day }: Pick<ScheduleDraft, 'frequency' | 'hour' | 'day'>): Timing =>
  frequency === 'Daily' ? { frequency, hour, day: null } : { frequency, hour, day: day ?? 1 };

export const SCHEDULE_LIST = {
  sortBy: ['updatedAt', 'name', 'nextRun'],
  filters: { state: ['ALL', ...SCHEDULE_STATES], frequency: ['ALL', ...FREQUENCIES], workspaceId: 'id' },
} as const satisfies ListRule;
export const listSchedules = listInput(SCHEDULE_LIST).extend(maybeInWorkspace.shape);

const named = z.object({ id, name: z.string() });
export const schedule = z.object({
  id,
  name: z.string(),
  frequency: z.enum(FREQUENCIES),
  hour: z.number(),
  day: z.number().nullable(),
  host: z.string(),
  port: z.number(),
  username: z.string(),
  /** By what it signs in; neither is ever answered. */
  signIn: z.enum(['password', 'key']),
  folder: z.string(),
  content: z.enum(CONTENTS),
  format: z.enum(DELIVERY_FORMATS),
  locale: z.enum(LOCALES),
  encryptionKey: z.string(),
  /** The confirmed key of the server; null before. */
  hostKey: z.string().nullable(),
  active: z.boolean(),
  /** Why the product itself made it inactive. */
  stopped: z.enum(PROBLEM_KEYS).nullable(),
  /** None while it is inactive. */
  nextRuns: z.array(z.string()),
  /** Those that the caller administers. */
  workspaces: z.array(named),
  /** How many others it is of; while there are any the caller cannot change it. */
  otherWorkspaces: z.number(),
  /** It delivers nothing, because none of its workspaces is open and has the Admin Console. */
  resting: z.boolean(),
  /** Forms of these workspaces. */
  consentIds: z.array(id),
  createdAt: z.string(),
  updatedAt: z.string(),
  rowVersion: z.number(),
});
export type Schedule = z.infer<typeof schedule>;
export const scheduleList = listOf(schedule);

/** Forms that a schedule can deliver, of some workspaces; the choices of its form. */
const FORM_LIST = { sortBy: ['name'], sortDirection: 'ASC' } as const satisfies ListRule;
export const listForms = listInput(FORM_LIST).extend({
  ...maybeInWorkspace.shape,
  workspaceIds: z.array(id).max(WORKSPACES_LIMIT, LIMITED),
});
/** Those with these ids, wherever in the organisation. */
export const namedForms = maybeInWorkspace.extend({ ids: z.array(id).max(FORMS_LIMIT, LIMITED) });
const form = named.extend({ workspace: named });
export type ScheduleForm = z.infer<typeof form>;
export const formList = listOf(form);
export const forms = z.array(form);

export const TASK_LIST = {
  sortBy: ['createdAt'],
  filters: { state: ['ALL', ...TASK_STATES] },
} as const satisfies ListRule;
export const byTask = bySchedule.extend({ taskId: id });
export const listTasks = listInput(TASK_LIST).extend({ ...maybeInWorkspace.shape, id });
/** Steps of a delivery, in the words of `schedule:step.<name>`. */
const STEPS = [
  'making',
  'connecting',
  'uploading',
  'resuming',
  'comparing',
  'present',
  'delivered',
  'failed',
  'cancelled',
] as const;
export type Step = (typeof STEPS)[number];
const task = z.object({
  id,
  workspace: named,
  consent: named,
  runAt: z.string(),
  manual: z.boolean(),
  since: z.string().nullable(),
  state: z.enum(TASK_STATES),
  fileName: z.string().nullable(),
  rows: z.number().nullable(),
  bytes: z.number().nullable(),
  sha256: z.string().nullable(),
  attempts: z.number(),
  nextAt: z.string().nullable(),
  /** Of the last attempt. */
  problem: z.enum(PROBLEM_KEYS).nullable(),
  /** What is passed on to the IT administrator. */
  reportCode: z.string().nullable(),
  log: z.array(
    z.object({ at: z.string(), step: z.enum(STEPS), bytes: z.number().optional(), reportCode: z.string().optional() }),
  ),
  /** Where our own copy is read, while it is kept. */
  fileUrl: z.string().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type DeliveryTask = z.infer<typeof task>;
export const taskList = listOf(task);
