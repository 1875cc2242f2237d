import { inWorkspace } from '../../../shared/text.ts';
import {
  adminConsentList,
  adminUserConsentList,
  adminWorkspaces,
  listAdminConsents,
  listAdminUserConsents,
} from '../../../shared/userConsent/schema.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';
import { listSubmissions } from './submissions.ts';

// `ws`: the workspace in which the caller opened the console; what is told goes over all where they are Admin and it is
// on.
export const consentAdminRouter = router({
  workspaces: can('admin.console')
    .input(inWorkspace)
    .output(adminWorkspaces)
    .query(({ ctx }) => service.workspaces(ctx)),
  consents: can('admin.console')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin-service/consents',
        summary: "List the consent forms of all of the admin's workspaces; `ws` is one of them",
      },
    })
    .input(listAdminConsents)
    .output(adminConsentList)
    .query(({ ctx, input }) => service.consents(ctx, input)),
  userConsents: can('admin.console')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin-service/user-consents',
        summary: "List what data subjects chose in all of the admin's workspaces; `ws` is one of them",
      },
    })
    .input(listAdminUserConsents)
    .output(adminUserConsentList)
    .query(({ ctx, input }) => listSubmissions(ctx, input)),
});
