import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/answerTemplate.ts';

export default {
  answerTemplates: 'Answer templates',
  answerTemplatesInMenu: 'Answer templates',
  answerTemplate: 'Answer template',
} satisfies Shape<typeof th>;
