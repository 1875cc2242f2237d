import type th from '../th/userConsentSheet.ts';
import type { Shape } from '../shape.ts';

/** Headings and words of the sheet of consent history (export and import). */
const userConsentSheet = {
  title: 'Consent history',
  heading: {
    uid: 'Data subject id (uid)',
    name: 'Name',
    action: 'Choice',
    changed: 'Changed an earlier choice',
    version: 'Version',
    language: 'Language',
    source: 'Source',
    channel: 'Channel',
    at: 'Time',
    guardianFirstName: "Guardian's first name",
    guardianLastName: "Guardian's last name",
    guardianEmail: "Guardian's e-mail",
    guardianTelephone: "Guardian's telephone",
    expiresAt: 'Expires on',
    knownBy: 'Identified by',
    id: 'Submission id',
    sha256: 'Hash of what was shown (SHA-256)',
    notice: 'Privacy notice in effect then',
    noticeSha256: 'Hash of the notice (SHA-256)',
  },
  noticeVersion: '{{name}}, version {{version}}',
  action: { ALL: 'Accepted all', ACCEPT: 'Accepted some', NONE: 'Declined' },
  answer: { yes: 'Consents', no: 'Does not consent', former: 'Consents (not requested in this version)' },
  changed: { yes: 'Yes', no: 'No' },
  knownBy: {
    token: 'A token signed by the organisation',
    browser: 'One browser or app',
    uid: 'The id (uid) alone',
    link: 'The data subject’s own link',
    request: 'A confirmed data subject request',
    import: 'Imported by the organisation',
    unknown: 'Not recorded',
  },
  filter: {
    version: 'Version {{version}}',
    changed: 'Only those that changed an earlier choice',
    purpose: 'Allowing “{{title}}”',
    source: 'Source: {{source}}',
    noSource: 'Without a source',
    period: 'From {{from}} to {{to}}',
    oneSubject: 'One data subject',
  },
} satisfies Shape<typeof th>;

export default userConsentSheet;
