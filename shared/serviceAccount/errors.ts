import { conflict, notFound } from '../errors.ts';

const errors = {
  'serviceAccount.notFound': notFound('serviceAccount:refusal.notFound'),
  'serviceAccount.tooMany': conflict('serviceAccount:refusal.tooMany'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
