import { badRequest, conflict, notFound } from '../errors.ts';

const errors = {
  'answerTemplate.builtIn': conflict('answerTemplate:refusal.builtIn'),
  'answerTemplate.incomplete': badRequest('answerTemplate:refusal.incomplete'),
  'answerTemplate.limit': conflict('answerTemplate:refusal.limit'),
  'answerTemplate.notInUse': notFound('answerTemplate:refusal.notInUse'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
