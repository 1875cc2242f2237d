import { requestAttachments } from '../../../shared/requestSubmission/schema.ts';
import { byId } from '../../../shared/text.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

export const requestSubmissionRouter = router({
  /** Files that a data subject sent with a request; empty for readers without permission for the data subject. */
  attachments: can('request.read')
    .input(byId)
    .output(requestAttachments)
    .query(({ ctx, input }) => service.attachments(ctx, input)),
});
