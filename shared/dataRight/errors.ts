import { conflict } from '../errors.ts';

const errors = {
  'dataRight.builtIn': conflict('dataRight:builtIn'),
  'dataRight.inUse': conflict('dataRight:inUse'),
  'dataRight.limit': conflict('dataRight:limit'),
  'dataRight.nameTaken': conflict('dataRight:nameTaken'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
