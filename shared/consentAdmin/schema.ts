import { z } from 'zod';
import { CONSENT_LIST, consentItem, text } from '../consent/schema.ts';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { id, maybeInWorkspace } from '../text.ts';
import {
  consentSummary,
  consentSummaryInput,
  USER_CONSENT_LIST,
  userConsentFilters,
  userConsentItem,
} from '../userConsent/schema.ts';

// The admin console: over all workspaces of the caller.

export const ADMIN_CONSENT_LIST = {
  sortBy: CONSENT_LIST.sortBy,
  filters: { workspaceId: 'id', ...CONSENT_LIST.filters },
} as const satisfies ListRule;
export const listAdminConsents = listInput(ADMIN_CONSENT_LIST).extend(maybeInWorkspace.shape);
/** Answers to the forms of all of them. */
export const ADMIN_USER_CONSENT_LIST = {
  sortBy: USER_CONSENT_LIST.sortBy,
  filters: {
    workspaceId: 'id',
    consentId: 'id',
    purposeId: 'id',
    action: USER_CONSENT_LIST.filters.action,
    version: 'number',
    source: 'line',
  },
} as const satisfies ListRule;
export const listAdminUserConsents = listInput(ADMIN_USER_CONSENT_LIST)
  .omit({ query: true })
  .extend({ ...maybeInWorkspace.shape, ...userConsentFilters.shape });

/** Where the caller is Admin and the console is on. */
export const consoleWorkspaces = z.array(z.object({ id, name: z.string() }));
/** Those of them that use consent. */
export const adminWorkspaces = z.array(
  z.object({ id, name: z.string(), consents: z.number().int(), submissions: z.number().int() }),
);
const named = z.object({ id, name: z.string() });
const inWorkspaceNamed = { workspace: named };
export const adminConsentList = listOf(consentItem.extend(inWorkspaceNamed));
export const adminUserConsentList = listOf(userConsentItem.extend({ ...inWorkspaceNamed, consent: named }));
export type AdminConsent = z.infer<typeof adminConsentList>['collection'][number];
export type AdminUserConsent = z.infer<typeof adminUserConsentList>['collection'][number];

/** Answers over time, of all workspaces or of one; `purposeId`: those that allow it. */
export const adminHistoryInput = maybeInWorkspace.extend({
  ...consentSummaryInput.pick({ from: true, to: true }).shape,
  workspaceId: id.optional(),
  purposeId: id.optional(),
});
export const adminHistory = consentSummary.pick({ from: true, to: true, total: true, step: true, days: true });
export type AdminHistory = z.infer<typeof adminHistory>;
/** Purposes that a form of the workspace asks for, or once did. */
export const adminPurposes = z.array(z.object({ id, title: text, workspace: named }));
export type AdminPurpose = z.infer<typeof adminPurposes>[number];

/** What the answers of the workspaces can be narrowed to: of all, of one, or of one form. */
export const adminAnswerChoicesInput = maybeInWorkspace.extend({
  workspaceId: id.optional(),
  consentId: id.optional(),
});
export const adminAnswerChoices = z.object({
  /** The form that was asked for, where it is one of theirs. */
  form: named.nullable(),
  /** Versions that forms have at most. */
  versions: z.number().int(),
  /** Sources by name, the first 500; '' is “none told”. */
  sources: z.array(z.string()),
});
