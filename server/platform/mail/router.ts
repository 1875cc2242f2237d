import { getMail, storedMailList, listMails, openedMail } from '../../../shared/mail/schema.ts';
import { can, router } from '../trpc/trpc.ts';
import * as service from './storedMailService.ts';

export const mailRouter = router({
  outbox: router({
    list: can('workspace.manage')
      .input(listMails)
      .output(storedMailList)
      .query(({ ctx, input }) => service.list(ctx, input)),
    get: can('workspace.manage')
      .input(getMail)
      .output(openedMail)
      .query(({ ctx, input }) => service.get(ctx, input)),
  }),
});
