import type th from '../th/requestForm.ts';
import type { Shape } from '../shape.ts';

export default {
  applicationTaken: 'The application “{{application}}” has a request form already: “{{name}}”.',
  applicationTakenNow: 'The application “{{application}}” has a request form already.',
  incomplete: 'It cannot be published yet: the request form is incomplete.',
  ofApplication:
    'This application cannot be deleted: it has the request form “{{name}}”. Delete the form first if it was never published.',
  publishedOnce:
    'It cannot be deleted: it has been published. Deactivate it instead; its requests and versions are kept.',
  secretFirst: 'Make a secret first; then the form can take JWT tokens.',
  unchanged: 'Nothing differs from version {{version}}, which is published, so no new version is needed.',
  tooManyOptions: 'A right can have up to 5 options.',
  rightTwice: 'The same right is chosen twice.',
  rightNotOffered: 'This right is not offered any more, or no longer there.',
  noRight: 'Offer at least one right.',
  expiryDays: 'Must be a number of days from 1 to 999.',
  contrast: 'This colour is too light on white: people would not see the buttons. Choose a darker one.',
  prefill: {
    title: 'Request about your personal data',
    detail:
      'Use this form to exercise your rights over the personal data that {{controller}} holds about you. We confirm who you are first, so that no one else can get your data.',
    submittedTitle: 'Request received',
    submittedDetail:
      'Please open your email to confirm who you are. Once confirmed, you will be notified by when we will respond.',
  },
} satisfies Shape<typeof th>;
