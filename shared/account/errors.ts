import { notFound } from '../errors.ts';

const errors = {
  'account.notFound': notFound('account:notFound'),
  'account.sessionNotFound': notFound('account:sessionNotFound'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
