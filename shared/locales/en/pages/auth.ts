import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/auth.ts';

export default {
  login: 'Sign in',
  logout: 'Sign out',
  signup: 'Sign up',
  oauth: 'Sign in with your organisation’s account',
  forgotPassword: 'Forgot password',
  resetPassword: 'Set a new password',
  invitation: 'Accept the invitation',
  mails: 'Stored emails',
} satisfies Shape<typeof th>;
