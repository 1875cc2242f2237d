import { z } from 'zod';
import { clock } from '../clock.ts';
import { RIGHT_CODES } from '../dataRight/schema.ts';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { GROUND_CODES } from '../request/grounds.ts';
import { knownKeys } from '../request/schema.ts';
import {
  byId,
  id,
  inWorkspace,
  LONG_TEXT_LIMIT,
  optionalText,
  requiredLine,
  requiredText,
  rowVersion,
  namedRecord,
} from '../text.ts';
import { TASK_KINDS } from './kinds.ts';
import { proof } from './proof.ts';
import { REGISTER_FIELDS, registerFacts, type RegisterField } from './register.ts';
import { GATHERING_STATUSES, TASK_STATUSES } from './status.ts';

/** Tasks that one request may have. */
export const TASKS_OF_REQUEST = 1000;
/** Groups of data subjects, and further applications, that a request searches. */
export const SCOPE_LIMIT = 200;

const text = z.object({ th: z.string(), en: z.string() });
const application = z.object({ id, name: z.string() });
/** Where a task is done. Null: one of the request's own, for no application; its id is null once that is deleted. */
const placeOfWork = application.extend({ id: id.nullable() }).nullable();
const kind = z.enum(TASK_KINDS);
const status = z.enum(TASK_STATUSES);
const unique = (ids: string[]) => [...new Set(ids)];

/** A task as lists show it. */
const taskItem = z.object({
  id,
  request: z.object({ id, number: z.number().int() }),
  right: z.object({ id, code: z.enum(RIGHT_CODES).nullable(), name: text }),
  kind,
  application: placeOfWork,
  /** Of one that somebody added; empty: what the register proposed. */
  title: z.string(),
  status,
  assignee: namedRecord.nullable(),
  mine: z.boolean(),
  /** That of its right. */
  clock: clock.nullable(),
  closedAt: z.string().nullable(),
  rowVersion: z.number().int(),
  /** Moves that the caller may make now. */
  allowed: z.array(z.string()),
});
export type TaskItem = z.output<typeof taskItem>;

/** Tasks that are left to do, and with `closed` the others too. */
export const TASK_LIST = {
  sortBy: ['dueAt', 'updatedAt'],
  sortDirection: 'ASC',
  filters: { mine: 'flag', closed: 'flag', assigneeId: 'id' },
} as const satisfies ListRule;
export const listTasks = listInput(TASK_LIST);
export type ListTasks = z.output<typeof listTasks>;
export const taskList = listOf(taskItem);

/** Receipt of what was withdrawn from the consent store. */
const consentReceipt = z.object({
  id,
  form: z.string(),
  purposes: z.array(text),
  at: z.string(),
});
export type ConsentProof = z.output<typeof consentReceipt>;

export const requestTask = taskItem.extend({
  /** What the register said when the task was made or brought up to date; null for one that somebody added. */
  register: registerFacts.nullable(),
  registerVersion: z.number().int().nullable(),
  note: z.string(),
  reason: z.string(),
  groundCode: z.string().nullable(),
  proof,
  file: z.object({ id, name: z.string(), size: z.number().int(), type: z.string(), sha256: z.string() }).nullable(),
  receipts: z.array(consentReceipt),
  closedBy: namedRecord.nullable(),
  /** Whom to look for, and what they asked: as much of the request as the task needs. */
  subject: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    telephone: z.string(),
    uid: z.string(),
  }),
  /** What of them was confirmed to be the data subject's. */
  knownKeys,
  wish: z.object({ options: z.array(text), additional: z.string(), detail: z.string() }),
  /** Whether the caller may open the request itself. */
  opensRequest: z.boolean(),
});
export type RequestTask = z.output<typeof requestTask>;

/** Tasks of one request that the caller may see. */
export const requestTasks = z.object({
  collection: z.array(taskItem),
  /** Register changes since the tasks were made; null for those who do not manage them. */
  outdated: z.number().int().nullable(),
  /** Whether the caller chooses the scope, adds tasks and gathers. */
  manages: z.boolean(),
});
export type RequestTasks = z.output<typeof requestTasks>;

/** Names a request whose tasks are meant. */
export const inRequest = inWorkspace.extend({ requestId: id });
/** One group or further application, so that two people who choose at the same time do not undo each other's choice. */
export const changeScope = inRequest.extend({ part: z.enum(['GROUP', 'APPLICATION']), id, chosen: z.boolean() });

const proposed = { rightId: id, kind, application };
/** A task that is there, as it is asked for now, and the fields by which that differs from what it has. */
const proposedAgain = z.object({
  ...proposed,
  taskId: id,
  status,
  fields: z.array(z.enum(REGISTER_FIELDS as [RegisterField, ...RegisterField[]])),
  register: registerFacts,
});
export const taskProposal = z.object({
  groupIds: z.array(id),
  /** Data subject groups that the published record of processing names, and chosen ones that it names no longer. */
  groups: z.array(z.object({ id, name: text, inRegister: z.boolean() })),
  applications: z.array(
    application.extend({
      /** That of the request's form: always looked into. */
      own: z.boolean(),
      chosen: z.boolean(),
      /** Its published version names a chosen group. */
      holds: z.boolean(),
      /** It was never published, so nothing is known of it; or what was changed since is not. */
      draft: z.enum(['ONLY', 'NEWER']).nullable(),
    }),
  ),
  additions: z.array(z.object({ ...proposed, register: registerFacts })),
  /** Open tasks with outdated facts. */
  changes: z.array(proposedAgain),
  /** Closed tasks that are asked for again, or for more than they covered. */
  reopenings: z.array(proposedAgain),
  /** Open tasks in applications that hold the data no longer, or were deleted. */
  removals: z.array(z.object({ ...proposed, application: placeOfWork, taskId: id, status })),
});
export type TaskProposal = z.output<typeof taskProposal>;

export const addTask = inRequest.extend({
  /** The id of the new task: sent again after a lost answer, it is the same task. */
  id: id.optional(),
  rightId: id,
  kind: kind.default('OTHER'),
  applicationId: id.nullable().default(null),
  title: requiredLine(300),
  note: optionalText(LONG_TEXT_LIMIT),
  assigneeId: id.nullable().default(null),
});
export const assignTasks = inRequest.extend({
  taskIds: z.array(id).min(1, { error: 'errors:required' }).max(TASKS_OF_REQUEST).transform(unique),
  assigneeId: id,
});

/** What is written with a move of a task. */
const taskWork = z.object({
  note: optionalText(LONG_TEXT_LIMIT),
  proof: proof.prefault({}),
  fileId: id.nullable().default(null),
});
export type TaskWork = z.output<typeof taskWork>;
const one = byId.extend({ rowVersion: rowVersion.optional() });
export const startTask = one;
export const workOnTask = one.extend(taskWork.shape);
export const refuseTask = one.extend({
  groundCode: z.enum(GROUND_CODES as [string, ...string[]]),
  reason: requiredText(2000),
});
export const reasonedTask = one.extend({ reason: requiredText(2000) });

/** What the platform itself holds of the data subject, by where it was found. */
export const gathering = z.object({
  id,
  status: z.enum(GATHERING_STATUSES),
  /** Places looked into, and how many there are. */
  done: z.number().int(),
  total: z.number().int(),
  counts: z.array(z.object({ source: z.string(), count: z.number().int(), by: z.array(z.string()) })),
  /** SHA-256 of the JSON, hex. */
  sha256: z.string().nullable(),
  jsonFileId: id.nullable(),
  viewFileId: id.nullable(),
  requestedBy: namedRecord.nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type Gathering = z.output<typeof gathering>;
/** The newest first. */
export const gatherings = z.object({ collection: z.array(gathering) });

/** What the consent store holds of the data subject of a task, form by form. */
export const consentChoices = z.object({
  collection: z.array(
    z.object({
      consentId: id,
      name: z.string(),
      chosenAt: z.string(),
      purposes: z.array(
        z.object({
          id,
          title: text,
          allowed: z.boolean(),
          /** Allowed, and known to be by the data subject; otherwise it ends with what is withdrawn from its form. */
          confirmed: z.boolean(),
        }),
      ),
    }),
  ),
});
export type ConsentChoicesOfSubject = z.output<typeof consentChoices>;
export const withdrawConsent = one.extend({
  choices: z
    .array(z.object({ consentId: id, purposeIds: z.array(id).min(1).max(60).transform(unique) }))
    .min(1, { error: 'errors:required' })
    .max(SCOPE_LIMIT),
});
/** What was done with each form that was named, and what was not: it was allowed no longer. */
export const withdrawnConsent = z.object({
  collection: z.array(
    z.object({
      consentId: id,
      name: z.string(),
      withdrawn: z.array(text),
      notAllowed: z.array(text),
      /** Allowed beside it by somebody not confirmed to be the data subject; it ended with what was withdrawn. */
      ended: z.array(text),
      receipt: z.object({ id, path: z.string() }).nullable(),
    }),
  ),
});
export type WithdrawnConsent = z.output<typeof withdrawnConsent>;
