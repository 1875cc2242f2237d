import type th from '../th/versionedRecord.ts';
import type { Shape } from '../shape.ts';

const versionedRecord = {
  language: { th: '{{field}} (Thai)', en: '{{field}} (English)' },
  version: {
    caption: 'Published versions',
    name: 'Version {{number}}',
    draft: 'Current draft',
    inForce: 'Live',
    by: 'Published by {{name}}, {{time}}',
    fingerprint: 'SHA-256 hash',
    none: 'Never published',
    noneBody: 'Publishing keeps all content here as a version that never changes; any two can be compared.',
    back: 'Back to versions',
    compare: 'Compare two versions',
    from: 'From',
    to: 'To',
    all: 'All versions',
    compareDraft: 'Compare the draft with the live version',
  },
  missing: {
    title: 'Needed before publishing',
    ready: 'Complete and ready to publish',
    lead_one: '{{number}} item missing. You can still save a draft.',
    lead_other: '{{number}} items missing. You can still save a draft.',
  },
  live: 'Version {{number}} live',
  saveDraft: 'Save draft',
  liveVersion: 'Version {{number}} stays live until this draft is published',
  tookTheirs: 'Showing the version saved by the other person',
  publish: {
    action: 'Publish',
    title: 'Publish as version {{number}}?',
    saveFirst: 'Unsaved changes are saved before publishing.',
    invalid: 'Some fields are invalid. Correct them before publishing.',
    missingTitle: 'Cannot be published yet',
    missingLead: 'Complete or correct these first. Select one to go to it.',
    done: 'Version {{number}} published',
  },
} satisfies Shape<typeof th>;

export default versionedRecord;
