import { z } from 'zod';
import {
  answerTemplate,
  answerTemplateChoiceList,
  answerTemplateChoices,
  answerTemplateList,
  answerTemplateVersion,
  createAnswerTemplate,
  fillAnswerTemplate,
  filledAnswerTemplate,
  listAnswerTemplates,
  publishAnswerTemplate,
  updateAnswerTemplate,
} from '../../../shared/answerTemplate/schema.ts';
import { byId, id } from '../../../shared/text.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as fill from './fill.ts';
import * as service from './service.ts';
import { versionList, byVersion, listVersions } from '../../../shared/versions.ts';

export const answerTemplateRouter = router({
  list: can('request.manage')
    .input(listAnswerTemplates)
    .output(answerTemplateList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  get: can('request.manage')
    .input(byId)
    .output(answerTemplate)
    .query(({ ctx, input }) => service.get(ctx, input)),
  create: can('request.manage')
    .input(createAnswerTemplate)
    .output(answerTemplate)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  update: can('request.manage')
    .input(updateAnswerTemplate)
    .output(answerTemplate)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
  publish: can('request.manage')
    .input(publishAnswerTemplate)
    .output(answerTemplate)
    .mutation(({ ctx, input }) => service.publish(ctx, input)),
  remove: can('request.manage')
    .input(byId)
    .output(z.object({ id }))
    .mutation(({ ctx, input }) => service.remove(ctx, input)),
  versions: can('request.manage')
    .input(listVersions)
    .output(versionList)
    .query(({ ctx, input }) => service.versions(ctx, input)),
  version: can('request.manage')
    .input(byVersion)
    .output(answerTemplateVersion)
    .query(({ ctx, input }) => service.version(ctx, input)),
  choices: can('request.write')
    .input(answerTemplateChoices)
    .output(answerTemplateChoiceList)
    .query(({ ctx, input }) => fill.choices(ctx, input)),
  fill: can('request.write')
    .input(fillAnswerTemplate)
    .output(filledAnswerTemplate)
    .query(({ ctx, input }) => fill.fill(ctx, input)),
});
