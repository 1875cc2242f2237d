import { conflict } from '../errors.ts';

const errors = {
  'dpiaSettings.builtIn': conflict('dpiaSettings:builtIn'),
  'dpiaSettings.limit': conflict('dpiaSettings:limit'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
