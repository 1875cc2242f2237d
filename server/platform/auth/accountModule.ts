import {
  accountList,
  accountSessions,
  accountSessionsEnded,
  byAccount,
  endAccountSessions,
  listAccounts,
} from '../../../shared/account/schema.ts';
import { defineModule } from '../modules/manifest.ts';
import { canSomewhere, router } from '../trpc/trpc.ts';
import { endSessions, listPeople, listSessions } from './accounts.ts';

// Of the workspaces in which the caller has the console.
const accountRouter = router({
  list: canSomewhere('admin.console')
    .input(listAccounts)
    .output(accountList)
    .query(({ ctx, input }) => listPeople(ctx, input)),
  sessions: canSomewhere('admin.console')
    .input(byAccount)
    .output(accountSessions)
    .query(({ ctx, input }) => listSessions(ctx, input)),
  endSessions: canSomewhere('admin.console')
    .input(endAccountSessions)
    .output(accountSessionsEnded)
    .mutation(({ ctx, input }) => endSessions(ctx, input)),
});

export const accountModule = defineModule({ name: 'account', router: accountRouter });
