import type th from '../th/mail.ts';
import type { Shape } from '../shape.ts';

export default {
  greeting: 'Dear {{name}},',
  footer: 'Pokpong sent this mail automatically. Please do not reply.',
  orOpen: 'If the button does not work, copy this address into your browser.',
  passwordReset: {
    subject: 'Set a new password for your Pokpong account',
    lead: 'A new password was asked for for this account. Use the button below to set it.',
    action: 'Set a new password',
    expiry: 'The link works once, within 1 hour.',
    notYou: 'If it was not you who asked, there is nothing to do: your password stays as it is.',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    lead: 'The password of this account was changed on {{at}}, and every device was signed out.',
    notYou: 'If it was not you, ask for a new password at once and tell the administrator of your organisation.',
  },
  invitation: {
    subject: 'Invitation to {{workspace}} on Pokpong',
    lead: 'You are invited to join the workspace {{workspace}} as {{role}}.',
    action: 'Accept the invitation',
    expiry: 'The invitation is valid until {{until}}.',
    notYou: 'If you do not know this organisation, there is nothing to do.',
  },
  welcome: {
    subject: 'Welcome to Pokpong',
    lead: 'The organisation {{organization}} and its workspace {{workspace}} are ready, and you are their administrator.',
    action: 'Sign in',
    notYou: 'If it was not you who signed up, use the forgotten password on the sign-in page to take back the account that uses your address.',
  },
  role: { Admin: 'Admin', DPO: 'DPO', Staff: 'Staff', 'Top Management': 'Audit' },
} satisfies Shape<typeof th>;
