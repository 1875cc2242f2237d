import type th from '../th/auth.ts';
import type { Shape } from '../shape.ts';

export default {
  providerOnly: 'Sign in here with your organisation account only. Use the {{name}} button.',
  fillEmail: 'Please fill your email.',
  wrong: 'The email or password is wrong. Try again, or reset your password.',
  tooMany_one: 'Too many attempts. Wait {{minutes}} minute and try again.',
  tooMany_other: 'Too many attempts. Wait {{minutes}} minutes and try again.',
  resetInvalid: 'This link no longer works. Request a new one.',
  signupClosed: 'New organisations cannot sign up here. Contact support.',
  signUpInvalid: 'This sign-up link no longer works. Sign up again.',
  signUpOften_one:
    'Several emails have been sent to this address. Use the link in one of them, or wait {{minutes}} minute and try again.',
  signUpOften_other:
    'Several emails have been sent to this address. Use the link in one of them, or wait {{minutes}} minutes and try again.',
  emailTaken: 'This email already has an account. Sign in.',
  alreadyJoined:
    'You work in this workspace already, under another email. Sign in as usual, and ask an Admin to choose “Deactivate” for this invitation.',
  invitationInvalid: 'This invitation no longer works. Request a new one from an Admin.',
  invitationOther: 'This invitation is for another email. Sign out, then sign in with the invited email.',
  invitationPassword: 'Enter this account’s password to accept the invitation.',
  httpOnly: 'Sign in through the web pages or the REST API.',
  passwordWrong: 'The password is wrong. Try again.',
  signInAgain_one: 'To confirm your identity, sign in again and do this within {{minutes}} minute.',
  signInAgain_other: 'To confirm your identity, sign in again and do this within {{minutes}} minutes.',
  passwordEmail: 'The password must not contain your email name. Choose another.',
  passwordRepeated: 'The password repeats the same characters. Choose another.',
  passwordSequence: 'Avoid sequences such as 123456.',
  oauthError: {
    off: 'Your organisation has not set up this sign-in. Use your email and password.',
    cancelled: 'The identity provider did not let you sign in. Try again.',
    expired: 'Signing in took too long. Try again.',
    unverified: 'The identity provider has not verified your email. Verify it first.',
    unknown: 'This email has no account yet. Request an invitation from an Admin.',
    unusable: 'This sign-in cannot be used here. Contact an Admin.',
    failed: 'The identity provider could not be reached. Try again later.',
  },
} satisfies Shape<typeof th>;
