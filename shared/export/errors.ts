import { conflict, forbidden, notFound, tooMany } from '../errors.ts';

const errors = {
  'export.notFailed': conflict('export:notFailed'),
  'export.notFound': notFound(),
  'export.notYours': forbidden('export:notYours'),
  'export.running': conflict('export:stillRunning'),
  'export.tooMany': tooMany('export:tooMany'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
