import { notFound } from '../errors.ts';

const errors = {
  'mail.notKept': notFound(),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
