import { conflict } from '../errors.ts';

const errors = {
  'catalogue.limit': conflict('catalogue:limit'),
  'catalogue.nameTaken': conflict('catalogue:nameTaken'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
