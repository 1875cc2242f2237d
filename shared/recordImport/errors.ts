import { badRequest, conflict } from '../errors.ts';

const errors = {
  'recordImport.nothing': conflict('recordImport:nothing'),
  'recordImport.unchecked': conflict('import:unchecked'),
  'recordImport.unmapped': badRequest('recordImport:unmapped'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
