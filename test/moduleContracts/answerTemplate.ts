import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, page } from '../tenancy/sample.ts';

const fields = {
  name: { th: 'แม่แบบใหม่', en: 'New template' },
  rightCode: 'ACCESS',
  outcome: 'COMPLETED',
  body: { th: 'เรียน {name}', en: 'Dear {name}' },
  active: true,
};

export default {
  calls: [],
  samples: {
    'answerTemplate.list': listed,
    'answerTemplate.get': of((world) => ({ ws: world.ws, id: world.answerTemplateId })),
    'answerTemplate.create': of((world) => ({ ws: world.ws, ...fields })),
    'answerTemplate.update': of((world) => ({ ws: world.ws, id: world.answerTemplateId, rowVersion: 2, ...fields })),
    'answerTemplate.publish': of((world) => ({ ws: world.ws, id: world.draftAnswerTemplateId, rowVersion: 1 })),
    'answerTemplate.remove': of((world) => ({ ws: world.ws, id: world.draftAnswerTemplateId })),
    'answerTemplate.versions': of((world) => ({ ws: world.ws, id: world.answerTemplateId, ...page })),
    'answerTemplate.version': of((world) => ({ ws: world.ws, id: world.answerTemplateId, v: 1 })),
    'answerTemplate.choices': of((world) => ({
      ws: world.ws,
      id: world.requestId,
      rightId: world.requestRightId,
      outcome: 'COMPLETED',
    })),
    'answerTemplate.fill': of((world) => ({
      ws: world.ws,
      id: world.requestId,
      rightId: world.requestRightId,
      templateId: world.answerTemplateId,
    })),
  },
  menu: { answerTemplates: 'AD' },
} satisfies ModuleContract;
