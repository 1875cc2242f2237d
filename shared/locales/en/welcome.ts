import type th from '../th/welcome.ts';
import type { Shape } from '../shape.ts';

export default {
  title: 'Personal data protection for the whole organisation, in one place',
  lead: 'Pokpong helps data protection officers and every department keep the record of processing activities, set the lawful basis and see changes immediately, under the Personal Data Protection Act B.E. 2562 (2019).',
  signIn: 'Sign in',
  signUp: 'Sign up',
  record: 'Record of processing activities (RoPA)',
  recordBody:
    'Applications, purposes, personal data categories, retention and security measures: everything section 39 requires.',
  basis: 'A lawful basis that can be explained',
  basisBody: 'The three-step legitimate interests assessment, with reasons that can be checked later.',
  version: 'Published versions do not change',
  versionBody: 'See who published what and when, and compare two versions.',
  live: 'Live updates',
  liveBody: 'When someone publishes or edits, those responsible see it immediately, without reloading.',
  wall: 'Workspaces are separate',
  wallBody: 'The system checks each role’s permissions every time and logs every change.',
  language: 'Thai and English',
  languageBody: 'Every screen in both languages; Thai dates use the Buddhist era.',
} satisfies Shape<typeof th>;
