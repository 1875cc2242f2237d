import { getMail, keptMailList, listMails, openedMail } from '../../../shared/mail/schema.ts';
import { can, router } from '../trpc/trpc.ts';
import * as service from './keptMailService.ts';

export const mailRouter = router({
  outbox: router({
    list: can('workspace.manage')
      .input(listMails)
      .output(keptMailList)
      .query(({ ctx, input }) => service.list(ctx, input)),
    get: can('workspace.manage')
      .input(getMail)
      .output(openedMail)
      .query(({ ctx, input }) => service.get(ctx, input)),
  }),
});
