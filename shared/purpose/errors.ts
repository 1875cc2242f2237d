import { badRequest, conflict } from '../errors.ts';

const errors = {
  'purpose.inConsent': conflict('purpose:inConsent'),
  'purpose.inUse': conflict('purpose:inUse', 'purpose:inPublished'),
  'purpose.incomplete': badRequest('purpose:incomplete'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
