import {
  addAnswerFile,
  answer,
  answerSettings,
  byAnswerFile,
  byRight,
  leaveOutGathered,
  letterPreview,
  releaseAnswer,
  releasedAnswer,
  saveAnswer,
  updateAnswerSettings,
} from '../../../shared/requestAnswer/schema.ts';
import {
  byRedactionPage,
  redactAnswerFile,
  redactionPage,
  redactionPages,
  suggestedRedactions,
  suggestRedactions,
} from '../../../shared/requestAnswer/redaction.ts';
import { readyAnswers } from '../../../shared/requestAnswer/person.ts';
import { inSession } from '../../../shared/requestIdentity/schema.ts';
import { can, open, router } from '../../platform/trpc/trpc.ts';
import * as person from './person.ts';
import * as redaction from './redaction/service.ts';
import * as service from './service.ts';
import * as settings from './settings.ts';

const settingsRouter = router({
  get: can('request.manage')
    .output(answerSettings)
    .query(({ ctx }) => settings.get(ctx)),
  update: can('request.manage')
    .input(updateAnswerSettings)
    .output(answerSettings)
    .mutation(({ ctx, input }) => settings.update(ctx, input)),
});

export const requestAnswerRouter = router({
  get: can('request.write')
    .input(byRight)
    .output(answer)
    .query(({ ctx, input }) => service.get(ctx, input)),
  save: can('request.write')
    .input(saveAnswer)
    .output(answer)
    .mutation(({ ctx, input }) => service.save(ctx, input)),
  addFile: can('request.write')
    .input(addAnswerFile)
    .output(answer)
    .mutation(({ ctx, input }) => service.addFile(ctx, input)),
  removeFile: can('request.write')
    .input(byAnswerFile)
    .output(answer)
    .mutation(({ ctx, input }) => service.removeAnswerFile(ctx, input)),
  leaveOut: can('request.write')
    .input(leaveOutGathered)
    .output(answer)
    .mutation(({ ctx, input }) => service.leaveOut(ctx, input)),
  redactionPages: can('request.write')
    .input(byAnswerFile)
    .output(redactionPages)
    .query(({ ctx, input }) => redaction.pages(ctx, input)),
  redactionPage: can('request.write')
    .input(byRedactionPage)
    .output(redactionPage)
    .query(({ ctx, input }) => redaction.page(ctx, input)),
  suggestRedactions: can('request.write')
    .input(suggestRedactions)
    .output(suggestedRedactions)
    .mutation(({ ctx, input }) => redaction.suggest(ctx, input)),
  redact: can('request.write')
    .input(redactAnswerFile)
    .output(answer)
    .mutation(({ ctx, input }) => redaction.redactFile(ctx, input)),
  letter: can('request.write')
    .input(byRight)
    .output(letterPreview)
    .query(({ ctx, input }) => service.letter(ctx, input)),
  release: can('request.manage')
    .input(releaseAnswer)
    .output(releasedAnswer)
    .mutation(({ ctx, input }) => service.release(ctx, input)),
  withdraw: can('request.manage')
    .input(byRight)
    .output(answer)
    .mutation(({ ctx, input }) => service.withdraw(ctx, input)),
  noteHandedOver: can('request.manage')
    .input(byRight)
    .output(answer)
    .mutation(({ ctx, input }) => service.noteHandedOver(ctx, input)),
  /** For data subjects who have entered the code of a request. */
  ready: open
    .input(inSession)
    .output(readyAnswers)
    .mutation(({ ctx, input }) => person.ready(ctx, input)),
  settings: settingsRouter,
});
