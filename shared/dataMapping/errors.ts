import { conflict } from '../errors.ts';

const errors = {
  'dataMapping.exists': conflict('application:mappingExists'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
