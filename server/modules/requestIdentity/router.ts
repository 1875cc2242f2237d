import {
  accessSession,
  codeSent,
  enterCode,
  inSession,
  requestOverview,
  sendCode,
} from '../../../shared/requestIdentity/schema.ts';
import {
  addDocument,
  askDocument,
  decideDocument,
  identityView,
  withdrawDocument,
} from '../../../shared/requestIdentity/document.ts';
import { answerFact, askFact, compareFact, factAnswered, withdrawFact } from '../../../shared/requestIdentity/fact.ts';
import { byId } from '../../../shared/text.ts';
import { can, open, router } from '../../platform/trpc/trpc.ts';
import * as access from './access.ts';
import * as documents from './documents.ts';
import * as facts from './facts.ts';
import { overview } from './overview.ts';
import * as staff from './staff.ts';

/**
 * For people with the link of a request, all by POST, since tokens must not appear in addresses; and for those who
 * manage requests.
 */
export const requestIdentityRouter = router({
  sendCode: open
    .input(sendCode)
    .output(codeSent)
    .mutation(({ ctx, input }) => access.send(ctx, input)),
  enterCode: open
    .input(enterCode)
    .output(accessSession)
    .mutation(({ ctx, input }) => access.enter(ctx, input)),
  view: can('request.manage')
    .input(byId)
    .output(identityView)
    .query(({ ctx, input }) => staff.view(ctx, input)),
  sendLinks: can('request.manage')
    .input(byId)
    .output(identityView)
    .mutation(({ ctx, input }) => staff.sendLinksAgain(ctx, input)),
  askDocument: can('request.manage')
    .input(askDocument)
    .output(identityView)
    .mutation(({ ctx, input }) => documents.ask(ctx, input)),
  withdrawDocument: can('request.manage')
    .input(withdrawDocument)
    .output(identityView)
    .mutation(({ ctx, input }) => documents.withdraw(ctx, input)),
  addDocument: can('request.manage')
    .input(addDocument)
    .output(identityView)
    .mutation(({ ctx, input }) => documents.add(ctx, input)),
  decideDocument: can('request.manage')
    .input(decideDocument)
    .output(identityView)
    .mutation(({ ctx, input }) => documents.decide(ctx, input)),
  askFact: can('request.manage')
    .input(askFact)
    .output(identityView)
    .mutation(({ ctx, input }) => facts.ask(ctx, input)),
  compareFact: can('request.manage')
    .input(compareFact)
    .output(identityView)
    .mutation(({ ctx, input }) => facts.compare(ctx, input)),
  withdrawFact: can('request.manage')
    .input(withdrawFact)
    .output(identityView)
    .mutation(({ ctx, input }) => facts.withdraw(ctx, input)),
  answerFact: open
    .input(answerFact)
    .output(factAnswered)
    .mutation(({ ctx, input }) => facts.answer(ctx, input)),
  overview: open
    .input(inSession)
    .output(requestOverview)
    .mutation(({ ctx, input }) => overview(ctx, input)),
});
