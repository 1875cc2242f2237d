import { ANSWER_TEMPLATE_LIST } from '../../../shared/answerTemplate/schema.ts';
import { defineModule } from '../../platform/modules/manifest.ts';
import { seed } from './builtIn.ts';
import { answerTemplateRouter } from './router.ts';

export const answerTemplateModule = defineModule({
  name: 'answerTemplate',
  router: answerTemplateRouter,
  firstLists: { answerTemplates: { procedure: 'list', rule: ANSWER_TEMPLATE_LIST } },
  seed,
});
