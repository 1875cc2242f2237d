import { conflict } from '../errors.ts';

const errors = {
  'purposeCategory.builtIn': conflict('purposeCategory:builtIn'),
  'purposeCategory.inUse': conflict('purposeCategory:inUse'),
  'purposeCategory.limit': conflict('purposeCategory:limit'),
  'purposeCategory.nameTaken': conflict('purposeCategory:nameTaken'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
