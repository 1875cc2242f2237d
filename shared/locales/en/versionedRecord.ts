import type th from '../th/versionedRecord.ts';
import type { Shape } from '../shape.ts';

const versionedRecord = {
  language: { th: '{{field}} (Thai)', en: '{{field}} (English)' },
  version: {
    caption: 'Published versions',
    name: 'Version {{number}}',
    draft: 'Current draft',
    inForce: 'In force',
    by: 'Published by {{name}}, {{time}}',
    fingerprint: 'SHA-256 fingerprint',
    none: 'Never published',
    noneBody: 'Publishing keeps everything here as a version that never changes, and any two can be compared.',
    back: 'Back to versions',
    compare: 'Compare two versions',
    from: 'From',
    to: 'To',
    all: 'All versions',
    compareDraft: 'Compare the draft with the version in force',
  },
  missing: {
    title: 'Needed before publishing',
    ready: 'Complete and ready to publish',
    lead: '{{number}} still missing. A draft can be saved anyway.',
  },
  tookTheirs: 'You now have what the other person saved',
  publish: {
    action: 'Publish',
    title: 'Publish as version {{number}}?',
    saveFirst: 'Unsaved changes are saved before publishing.',
    invalid: 'Some fields are not right yet. Correct them before publishing.',
    missingTitle: 'Cannot be published yet',
    missingLead: 'These need to be filled in or changed first. Choose one to go there.',
    done: 'Version {{number}} published',
  },
} satisfies Shape<typeof th>;

export default versionedRecord;
