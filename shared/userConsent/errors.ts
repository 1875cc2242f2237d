import { badRequest, notFound } from '../errors.ts';

const errors = {
  'userConsent.notFound': notFound(),
  'userConsent.unknownUid': badRequest('consentReceipt:link.unknownUid'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
