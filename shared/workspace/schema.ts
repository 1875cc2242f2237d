import { z } from 'zod';
import { passwordAgain } from '../auth/schema.ts';
import { FLAGS, type Flag } from '../registry/flags.ts';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { ROLES } from '../registry/roles.ts';
import { id, inWorkspace, LIMITED, optionalUrl, requiredText, rowVersion } from '../text.ts';
import { TIERS } from '../registry/tiers.ts';

const flagsOf = <Schema extends z.ZodType>(schema: Schema) =>
  Object.fromEntries(FLAGS.map((flag) => [flag, schema])) as Record<Flag, Schema>;

/** Months after which lines of the activity log may go, and submissions of consent that were followed by others. */
export const ACTIVITY_MONTHS = [3, 6, 12, 24, 36, 60, 120] as const;
export const CONSENT_MONTHS = [12, 24, 36, 60, 120] as const;
/** null: kept for good. */
const activityMonths = z.literal(ACTIVITY_MONTHS).nullable();
const consentMonths = z.literal(CONSENT_MONTHS).nullable();

const name = requiredText(200);
const tier = z.enum(TIERS, { error: 'errors:choice' });

/** Made inside `ws`, the workspace one is in: the new one belongs to the same organisation. */
export const createWorkspace = inWorkspace.extend({ name, package: tier });
export const updateWorkspace = inWorkspace.extend({
  name,
  package: tier,
  encryptBoxUrl: optionalUrl,
  /** Flags named here are set by hand; those left out stay, or take the tier's default with `applyDefaults`. */
  ...flagsOf(z.boolean().optional()),
  applyDefaults: z.boolean().default(false),
  /** How long both are kept; left out, it stays as it is. */
  activityMonths: activityMonths.optional(),
  consentMonths: consentMonths.optional(),
  rowVersion,
});
/** The name and the caller's password, both typed again. */
export const removeWorkspace = inWorkspace.extend({
  confirmation: z.string().trim().max(1000, LIMITED),
  password: passwordAgain,
});
/** `dueAt`: until then it can be undone, afterwards everything in it goes. */
export const workspaceRemoved = z.object({ uuid: id, dueAt: z.string() });

/** Days in which an Admin may undo the deletion of a workspace. */
export const DELETION_DAYS = 7;

const deletion = z.object({
  uuid: id,
  name: z.string(),
  requestedAt: z.string(),
  requestedBy: z.string(),
  dueAt: z.string(),
  /** When the rows began to go: from then on it cannot be undone. */
  startedAt: z.string().nullable(),
});
/** The deletion of the workspace that the caller is in; null when it is not being deleted. */
export const workspaceDeletion = deletion
  .extend({
    organization: z.string(),
    canUndo: z.boolean(),
    /** It can no longer be undone. */
    isOver: z.boolean(),
  })
  .nullable();
export const workspaceDeletionList = z.object({
  collection: z.array(
    deletion.extend({
      /** Rows there were at the start, and how many have gone; null until they are counted. */
      rowsTotal: z.number().int().nullable(),
      rowsRemoved: z.number().int(),
      finishedAt: z.string().nullable(),
      /** Whether the caller belongs to it, so that they may open its page. */
      member: z.boolean(),
    }),
  ),
});
export type WorkspaceDeletionItem = z.infer<typeof workspaceDeletionList>['collection'][number];

export const WORKSPACE_LIST = { sortBy: ['updatedAt', 'name', 'createdAt'] } as const satisfies ListRule;
export const listWorkspaces = listInput(WORKSPACE_LIST);
export const listManagedWorkspaces = listInput(WORKSPACE_LIST);

const workspaceItem = z.object({
  uuid: id,
  name: z.string(),
  package: z.enum(TIERS),
  tier: z.enum(TIERS),
  encryptBoxUrl: z.string(),
  ...flagsOf(z.boolean()),
  activityMonths: z.number().int().nullable(),
  consentMonths: z.number().int().nullable(),
  /** Since when nobody works in it, because it is being deleted; null: it is open. */
  closedAt: z.string().nullable(),
  /** The caller's role there. */
  role: z.enum(ROLES),
  rowVersion: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type WorkspaceItem = z.infer<typeof workspaceItem>;
export const workspaceList = listOf(workspaceItem);

/** How many the tier allows; null is no limit. */
const workspaceLimits = z.object({ applications: z.number().int().nullable(), personnel: z.number().int().nullable() });
export const workspace = workspaceItem.extend({
  /** Who saved it last; null where that is not known. */
  updatedBy: z.object({ id, name: z.string() }).nullable(),
  organization: z.object({ id, name: z.string() }),
  limits: workspaceLimits,
});
export type Workspace = z.infer<typeof workspace>;

const managedWorkspace = workspaceItem.extend({
  limits: workspaceLimits,
  /** People who count against the limit: everybody who is not inactive. */
  personnelCount: z.number().int(),
  applicationCount: z.number().int(),
});
export const managedWorkspaceList = listOf(managedWorkspace);
