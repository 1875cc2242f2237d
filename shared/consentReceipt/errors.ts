import { badRequest, conflict, notFound, unauthorized } from '../errors.ts';

const errors = {
  'consentChoices.closed': conflict('consentReceipt:choices.closed'),
  'consentChoices.expired': unauthorized('consentReceipt:choices.expired'),
  'consentChoices.invalid': unauthorized('consentReceipt:choices.invalid'),
  'consentChoices.stale': conflict('consentReceipt:choices.stale'),
  'consentChoices.unknownPurpose': badRequest('consentReceipt:choices.unknownPurpose'),
  'consentReceipt.notFound': notFound(),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
