import { badRequest, conflict, notFound } from '../errors.ts';

const errors = {
  'comment.full': conflict('comment:refusal.full'),
  'comment.mention': badRequest('comment:refusal.mention'),
  'comment.threadNotFound': notFound('comment:refusal.threadNotFound'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
