import type { Shape } from '../shape.ts';
import type th from '../th/incidentLetter.ts';

const incidentLetter = {
  greeting: 'Dear {{name}},',
  footer: 'Sent on behalf of {{name}}',
  authority: 'Office of the Personal Data Protection Committee',
  unknown: 'not known yet',
  countUnknown: 'number not known yet',
  consequencesUnknown: 'The consequences are not known for certain yet and are being looked into.',
  lateReasonMissing: 'not stated yet',
  noContact: 'No contact has been named yet',
  yes: 'yes',
  no: 'no',
  notified: 'told on',
  notYet: 'not told yet',
  overdue: 'not told yet, and overdue',
  notNeeded: 'need not be told',
  more: 'Some facts are still being looked into. We will report them as soon as they are known.',
  unit: { people: 'people', records: 'records' },
  subject: {
    TOP_MANAGEMENT: 'Personal data breach',
    DATA_PROTECTION_AUTHORITY: 'Notification of a personal data breach',
    SUPPLEMENT: 'Supplement to the notification of a personal data breach',
    DATA_SUBJECT: 'An incident concerning your personal data',
    PUBLIC: 'Notice of a personal data breach',
  },
  lead: {
    AUTHORITY:
      'as data controller notifies a personal data breach under section 37(4) of the Personal Data Protection Act B.E. 2562 (2019) and the Notification of the Personal Data Protection Committee on Criteria and Methods for the Notification of Personal Data Breaches B.E. 2565 (2022), as follows.',
    SUPPLEMENT:
      'as data controller supplements its earlier notification of a personal data breach under section 37(4) of the Personal Data Protection Act B.E. 2562 (2019) and the Notification of the Personal Data Protection Committee on Criteria and Methods for the Notification of Personal Data Breaches B.E. 2565 (2022), as follows.',
    MANAGEMENT: 'A personal data breach is reported to you as follows.',
    subject:
      'informs you of an incident that may affect your personal data. We apologise for this incident. These are the facts known so far.',
    public: 'gives notice of an incident that may affect personal data in our care. This is what we know now.',
  },
  heading: {
    before: 'Earlier report',
    nature: 'Nature and kind of the breach',
    numbers: 'Data subjects and data concerned',
    consequences: 'Likely consequences',
    measures: 'Measures taken or to be taken to prevent, stop, correct or remedy it',
    contact: 'Contact',
    late: 'Notification after the deadline',
  },
  label: {
    number: 'Incident no.',
    title: 'Incident',
    kinds: 'Kind of breach',
    cause: 'Cause',
    occurredAt: 'Happened',
    discoveredAt: 'Became known',
    systems: 'Systems or activities concerned',
    description: 'Particulars',
    groups: 'Groups of data subjects',
    subjects: 'Number of data subjects',
    categories: 'Categories of personal data',
    yourData: 'Your data concerned',
    records: 'Number of records',
    sensitive: 'Sensitive personal data (section 26)',
    consequences: 'Likely consequences',
    risk: 'Risk as assessed',
    actionsTaken: 'Done so far',
    resolution: 'Result',
    dueAt: 'Authority to be told by',
    dueFrom: {
      creation: 'Authority to be told by (counted from the record)',
      awareness: 'Authority to be told by (counted from awareness)',
    },
    authorityState: 'The authority',
    lateReason: 'Reason for the delay',
    firstReport: 'First reported',
  },
  plain: {
    happened: 'What happened',
    stillLooking: 'We are looking into the particulars.',
    meaning: { subject: 'What it may mean for you', public: 'What it may mean' },
    done: 'What we have done',
    canDo: { subject: 'What you can do', public: 'What those affected can do' },
    contact: 'Questions and help',
    complain: 'Data subjects have the right to complain to the Office of the Personal Data Protection Committee.',
  },
  advice: {
    CONFIDENTIALITY:
      'Be wary of anybody who contacts you and seems to know about you. Never give a password or a one-time code to anyone.\nIf you use the same password elsewhere, change it there.\nWatch your accounts, and tell us of anything unusual.',
    INTEGRITY: 'Check that the data we hold is right, and ask us to correct it where it is not.',
    AVAILABILITY: 'If you need data or a service that is not back yet, please contact us.',
  },
  kind: {
    CONFIDENTIALITY: 'confidentiality (accessed or disclosed without authority)',
    INTEGRITY: 'integrity (altered or incomplete)',
    AVAILABILITY: 'availability (out of reach or destroyed)',
  },
  risk: {
    NO_RISK: 'no risk to the rights and freedoms of people',
    POSSIBLE_RISK: 'a risk to the rights and freedoms of people',
    HIGH_RISK: 'a high risk to the rights and freedoms of people',
  },
  phase: { CONTAINMENT: 'Containment', ERADICATION: 'Eradication', RECOVERY_ACTIVITIES: 'Recovery' },
} satisfies Shape<typeof th>;

export default incidentLetter;
