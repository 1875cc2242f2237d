import { badRequest, conflict, notFound } from '../errors.ts';

const errors = {
  'webhook.address': badRequest('webhook:refusal.address'),
  'webhook.notFound': notFound('webhook:refusal.notFound'),
  'webhook.tooMany': conflict('webhook:refusal.tooMany'),
  'webhook.waiting': conflict('webhook:refusal.waiting'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
