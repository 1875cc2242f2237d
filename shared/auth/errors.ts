import { badRequest, conflict, forbidden, notFound, tooMany, unauthorized } from '../errors.ts';

const errors = {
  'auth.alreadyJoined': conflict('auth:alreadyJoined'),
  'auth.emailTaken': conflict('auth:emailTaken'),
  'auth.fillEmail': badRequest('auth:fillEmail'),
  'auth.httpOnly': badRequest('auth:httpOnly'),
  'auth.invitationInvalid': notFound('auth:invitationInvalid'),
  'auth.invitationOther': forbidden('auth:invitationOther'),
  'auth.passwordWrong': badRequest('auth:passwordWrong'),
  'auth.resetInvalid': badRequest('auth:resetInvalid'),
  'auth.signInAgain': conflict('auth:signInAgain'),
  'auth.signInFirst': badRequest('auth:invitationPassword'),
  'auth.signUpOften': tooMany('auth:signUpOften'),
  'auth.signUpInvalid': notFound('auth:signUpInvalid'),
  'auth.signupClosed': forbidden('auth:signupClosed'),
  'auth.providerOnly': forbidden('auth:providerOnly'),
  'auth.weakPassword': badRequest(
    'auth:passwordRepeated',
    'auth:passwordEmail',
    'auth:passwordSequence',
    'errors:passwordCommon',
  ),
  'auth.wrong': unauthorized('auth:wrong'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
