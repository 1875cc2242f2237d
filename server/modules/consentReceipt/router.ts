import {
  choices,
  choicesLink,
  findReceipts,
  foundReceipts,
  issuedReceipt,
  openedReceipt,
  openReceipt,
  receiptAnswer,
  receiptOfChoice,
  submitChoices,
  submittedChoices,
} from '../../../shared/consentReceipt/schema.ts';
import { inWithdrawal, issueReceipt, receiptInput, withdrawalLink } from '../../../shared/userConsent/schema.ts';
import { can, open, router } from '../../platform/trpc/trpc.ts';
import * as own from './choices.ts';
import * as service from './service.ts';

const path = '/{ws}/user-consent-receipts/{id}';

export const consentReceiptRouter = router({
  issue: can('consent.history')
    .meta({
      rest: {
        method: 'POST',
        path,
        summary: 'Issue a signed receipt of a submission; the id is that of the submission',
        status: 201,
        confidential: true,
      },
    })
    .input(issueReceipt)
    .output(issuedReceipt)
    .mutation(({ ctx, input }) => service.issue(ctx, input)),
  get: open
    .meta({ rest: { method: 'GET', path, summary: 'Get a receipt by its own unguessable id', confidential: true } })
    .input(receiptInput)
    .output(receiptAnswer)
    .query(({ ctx, input }) => service.get(ctx, input)),
  open: open
    .input(openReceipt)
    .output(openedReceipt)
    .query(({ ctx, input }) => service.openPage(ctx, input)),
  // The following calls change nothing, but carry a uid or a token: by POST, so that neither appears in an address.
  find: can('consent.history')
    .input(findReceipts)
    .output(foundReceipts)
    .mutation(({ ctx, input }) => service.find(ctx, input)),
  // With it a data subject's consent can be changed, by whoever has it.
  link: can('consent.publish')
    .meta({
      rest: {
        method: 'POST',
        path: '/{ws}/consents/{id}/withdrawal-link',
        summary: 'Create a link by which one data subject sees and changes their own choices, good for 30 days',
        status: 201,
      },
    })
    .input(withdrawalLink)
    .output(choicesLink)
    .mutation(({ ctx, input }) => service.link(ctx, input)),
  choices: router({
    open: open
      .input(inWithdrawal)
      .output(choices)
      .mutation(({ ctx, input }) => own.open(ctx, input)),
    submit: open
      .input(submitChoices)
      .output(submittedChoices)
      .mutation(({ ctx, input }) => own.submit(ctx, input)),
    receipt: open
      .input(receiptOfChoice)
      .output(issuedReceipt)
      .mutation(({ ctx, input }) => own.receipt(ctx, input)),
  }),
});
