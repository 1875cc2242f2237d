import { badRequest } from '../errors.ts';

const errors = {
  'consentAdmin.tooDeep': badRequest('consentAdmin:tooDeep'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
