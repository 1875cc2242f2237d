import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/auth.ts';

export default {
  login: 'Sign in',
  logout: 'Sign out',
  signup: 'Sign up',
  oauth: "Sign in with your organisation's account",
  forgotPassword: 'Forgotten password',
  resetPassword: 'Set a new password',
  invitation: 'Accept the invitation',
  mails: 'Mails kept by the system',
} satisfies Shape<typeof th>;
