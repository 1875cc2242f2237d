import { conflict, notFound } from '../errors.ts';

const errors = {
  'job.notFound': notFound('job:notFound'),
  'job.notFailed': conflict('job:notFailed'),
  'job.notCancellable': conflict('job:notCancellable'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
