import type { Shape } from '../shape.ts';
import type th from '../th/consentGuardian.ts';

const consentGuardian = {
  question: 'I may by law consent for a minor, incompetent or quasi-incompetent person',
  title: 'About you, who consent on their behalf',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  telephone: 'Phone (optional)',
  wrong: {
    required: 'Please fill this in',
    tooLong: 'Longer than 100 characters. Please shorten it.',
    email: 'Not a valid email address, for example name@example.com',
    telephone: 'The number is incomplete. Enter it as 0812345678 or +6561234567',
  },
} satisfies Shape<typeof th>;

export default consentGuardian;
