import type th from '../th/auth.ts';
import type { Shape } from '../shape.ts';

export default {
  providerOnly: 'People sign in here with their organisation account only. Please use the button for {{name}}.',
  fillEmail: 'Please fill your email.',
  wrong: 'The e-mail address or the password is wrong.',
  tooMany: 'Too many tries. Please wait {{minutes}} minutes and try again.',
  resetInvalid: 'This link no longer works. Please ask for a new one.',
  signupClosed: 'New organisations cannot sign up here.',
  signUpInvalid: 'This link for signing up no longer works. Please sign up again.',
  signUpOften:
    'Several mails have gone to this address. Use the link in one of them, or wait {{minutes}} minutes and try again.',
  emailTaken: 'There is already an account with this address. Please sign in.',
  invitationInvalid: 'This invitation no longer works. Please ask an administrator for a new one.',
  invitationOther:
    'This invitation is for another address. Please sign out and sign in with the address that was invited.',
  invitationPassword: 'Please enter the password of this account to accept the invitation.',
  httpOnly: 'Please sign in through the web pages or the REST API.',
  passwordWrong: 'The password is wrong.',
  signInAgain: 'To prove that it is you, please sign in again and do this within {{minutes}} minutes.',
  passwordEmail: 'The password must not contain the name of your e-mail address.',
  passwordRepeated: 'The password repeats the same characters too much.',
  passwordSequence: 'Avoid sequences such as 123456.',
  oauthError: {
    off: 'Your organisation has not set up this way of signing in.',
    cancelled: 'The identity provider did not let you sign in.',
    expired: 'Signing in took too long. Please try again.',
    unverified: 'The identity provider has not verified your e-mail address.',
    unknown: 'There is no account for this address yet. Please ask an administrator for an invitation.',
    failed: 'The identity provider could not be reached. Please try again later.',
  },
} satisfies Shape<typeof th>;
