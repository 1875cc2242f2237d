import { badRequest, conflict, forbidden, notFound, unauthorized } from '../errors.ts';

const errors = {
  'apiKey.address': forbidden('apiKey:refusal.address'),
  'apiKey.ended': unauthorized('apiKey:refusal.ended'),
  'apiKey.expired': conflict('apiKey:refusal.expired'),
  'apiKey.notFound': notFound('apiKey:refusal.notFound'),
  'apiKey.ofAnother': forbidden('apiKey:refusal.ofAnother'),
  'apiKey.revoked': conflict('apiKey:refusal.revoked'),
  'apiKey.scope': badRequest('apiKey:refusal.scope'),
  'apiKey.tooMany': conflict('apiKey:refusal.tooMany'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
