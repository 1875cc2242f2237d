import type th from '../th/welcome.ts';
import type { Shape } from '../shape.ts';

export default {
  title: 'Personal data of the whole organisation, looked after in one place',
  lead: 'Pokpong helps data protection officers and every department to record processing activities, settle the lawful basis, and see what changes as it happens, under the Personal Data Protection Act B.E. 2562 (2019).',
  signIn: 'Sign in',
  signUp: 'Sign up',
  record: 'Record of processing activities',
  recordBody: 'Applications, purposes, kinds of data, retention and security measures: all that section 39 asks for.',
  basis: 'A lawful basis that can be explained',
  basisBody: 'The three-step assessment of legitimate interests, with reasons that can be checked later.',
  version: 'Published versions do not change',
  versionBody: 'See who published what and when, and compare two versions.',
  live: 'As it happens',
  liveBody: 'When somebody publishes or edits, those who answer for it see it at once, without reloading.',
  wall: 'Workspaces are kept apart',
  wallBody: 'The rights of each role are checked by the system every time, and every change is logged.',
  language: 'Thai and English',
  languageBody: 'Every screen in both languages; dates in the Buddhist era in Thai.',
} satisfies Shape<typeof th>;
