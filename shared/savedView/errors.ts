import { conflict, notFound } from '../errors.ts';

const errors = {
  'savedView.nameTaken': conflict('savedView:refusal.nameTaken'),
  'savedView.notFound': notFound('savedView:refusal.notFound'),
  'savedView.tooMany': conflict('savedView:refusal.tooMany'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
