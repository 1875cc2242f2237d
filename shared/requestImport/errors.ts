import { badRequest, conflict } from '../errors.ts';

const errors = {
  'requestImport.nothing': conflict('requestImport:nothing'),
  'requestImport.unchecked': conflict('import:unchecked'),
  'requestImport.unmapped': badRequest('requestImport:unmapped'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
