import { badRequest, conflict } from '../errors.ts';

const errors = {
  'consentImport.nothing': conflict('consentImport:nothing'),
  'consentImport.unchecked': conflict('import:unchecked'),
  'consentImport.unmapped': badRequest('consentImport:unmapped'),
  'consentImport.unpublished': conflict('consentImport:unpublished'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
