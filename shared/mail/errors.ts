import { notFound, tooMany } from '../errors.ts';

const errors = {
  'mail.invitationLimit': tooMany('organization:personnel.invitationLimit'),
  'mail.notKept': notFound(),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
