import {
  conversation,
  readProgress,
  requestProgress,
  resendNotice,
  sendMessage,
  takeBack,
  writeMessage,
} from '../../../shared/requestMessage/schema.ts';
import { byId } from '../../../shared/text.ts';
import { can, open, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';
import * as subject from './subject.ts';

/** For data subjects who have entered the code of a request. All by POST: sessions must not appear in addresses. */
const ofSubject = router({
  read: open
    .input(readProgress)
    .output(requestProgress.nullable())
    .mutation(({ ctx, input }) => subject.read(ctx, input)),
  write: open
    // A text of 4,000 letters, three bytes each in Thai, and the JSON around it.
    .meta({ anonymousBody: 32 * 1024 })
    .input(writeMessage)
    .output(requestProgress)
    .mutation(({ ctx, input }) => subject.write(ctx, input)),
  withdraw: open
    .input(takeBack)
    .output(requestProgress)
    .mutation(({ ctx, input }) => subject.withdraw(ctx, input)),
});

export const requestMessageRouter = router({
  list: can('request.write')
    .input(byId)
    .output(conversation)
    .query(({ ctx, input }) => service.list(ctx, input)),
  send: can('request.write')
    .input(sendMessage)
    .output(conversation)
    .mutation(({ ctx, input }) => service.send(ctx, input)),
  resend: can('request.write')
    .input(resendNotice)
    .output(conversation)
    .mutation(({ ctx, input }) => service.resend(ctx, input)),
  subject: ofSubject,
});
