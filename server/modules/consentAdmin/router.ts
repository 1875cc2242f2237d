import { exportItem } from '../../../shared/export/schema.ts';
import { id, maybeInWorkspace } from '../../../shared/text.ts';
import {
  adminAnswerChoices,
  adminAnswerChoicesInput,
  adminConsentList,
  adminHistory,
  adminHistoryInput,
  adminPurposes,
  adminUserConsentList,
  adminWorkspaces,
  consoleWorkspaces,
  listAdminConsents,
  listAdminUserConsents,
} from '../../../shared/consentAdmin/schema.ts';
import { canSomewhere, router } from '../../platform/trpc/trpc.ts';
import { answerChoices, history, purposes } from './history.ts';
import * as service from './service.ts';
import { listSubmissions } from './submissions.ts';

// For the workspaces in which the caller is Admin and the console is on: those of the organisation of `ws`, or all.
export const consentAdminRouter = router({
  consoleWorkspaces: canSomewhere('admin.console')
    .input(maybeInWorkspace)
    .output(consoleWorkspaces)
    .query(({ ctx, input }) => service.consoleWorkspaces(ctx, input)),
  workspaces: canSomewhere('admin.console')
    .input(maybeInWorkspace)
    .output(adminWorkspaces)
    .query(({ ctx, input }) => service.workspaces(ctx, input)),
  consents: canSomewhere('admin.console')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin-service/consents',
        summary: "List the consent forms of all of the admin's workspaces",
      },
    })
    .input(listAdminConsents)
    .output(adminConsentList)
    .query(({ ctx, input }) => service.consents(ctx, input)),
  userConsents: canSomewhere('admin.console')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin-service/user-consents',
        summary: "List what data subjects chose in all of the admin's workspaces",
      },
    })
    .input(listAdminUserConsents)
    .output(adminUserConsentList)
    .query(({ ctx, input }) => listSubmissions(ctx, input)),
  // The choices of the filters of both.
  purposes: canSomewhere('admin.console')
    .input(maybeInWorkspace)
    .output(adminPurposes)
    .query(({ ctx, input }) => purposes(ctx, input)),
  answerChoices: canSomewhere('admin.console')
    .input(adminAnswerChoicesInput)
    .output(adminAnswerChoices)
    .query(({ ctx, input }) => answerChoices(ctx, input)),
  history: canSomewhere('admin.console')
    .input(adminHistoryInput)
    .output(adminHistory)
    .query(({ ctx, input }) => history(ctx, input)),
  export: canSomewhere('admin.console')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin-service/exports/{id}',
        summary: "Read how far an export of any of the admin's workspaces is, and where it can be downloaded",
      },
    })
    .input(maybeInWorkspace.extend({ id }))
    .output(exportItem)
    .query(({ ctx, input }) => service.findExport(ctx, input)),
});
