import type { Shape } from '../shape.ts';
import type th from '../th/incidentLetter.ts';

const incidentLetter = {
  greeting: 'Dear {{name}},',
  footer: 'Sent on behalf of {{name}}',
  authority: 'Office of the Personal Data Protection Committee (PDPC)',
  unknown: 'not yet known',
  countUnknown: 'number not yet known',
  consequencesUnknown: 'The consequences are not yet certain and are being investigated.',
  lateReasonMissing: 'not stated yet',
  noContact: 'No contact stated yet',
  yes: 'yes',
  no: 'no',
  notified: 'notified on',
  notYet: 'not yet notified',
  overdue: 'not yet notified, and overdue',
  notNeeded: 'not required',
  more: 'Some facts are still being investigated. We will report them as soon as they are known.',
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
    public: 'gives notice of an incident that may affect personal data in our care. These are the facts known so far.',
  },
  heading: {
    before: 'Earlier report',
    nature: 'Nature and type of the breach',
    numbers: 'Data subjects and data concerned',
    consequences: 'Likely consequences',
    measures: 'Measures taken or to be taken to prevent, stop, correct or remedy it',
    contact: 'Contact',
    late: 'Notification after the deadline',
  },
  label: {
    number: 'Incident no.',
    title: 'Incident',
    kinds: 'Type of breach',
    cause: 'Cause',
    occurredAt: 'Occurred',
    discoveredAt: 'Became aware',
    systems: 'Systems or activities concerned',
    description: 'Details',
    groups: 'Data subject groups',
    subjects: 'Number of data subjects',
    categories: 'Personal data categories',
    yourData: 'Your data affected',
    records: 'Number of records',
    sensitive: 'Sensitive personal data (section 26)',
    consequences: 'Likely consequences',
    risk: 'Assessed risk level',
    actionsTaken: 'Actions taken so far',
    resolution: 'Result',
    dueAt: 'PDPC deadline',
    dueFrom: {
      creation: 'PDPC deadline (counted from the record)',
      awareness: 'PDPC deadline (counted from awareness)',
    },
    authorityState: 'PDPC notification',
    lateReason: 'Reason for the delay',
    firstReport: 'First reported',
  },
  plain: {
    happened: 'What happened',
    stillLooking: 'We are investigating the details.',
    meaning: { subject: 'How it may affect you', public: 'How it may affect people' },
    done: 'What we have done',
    canDo: { subject: 'What you can do', public: 'What people affected can do' },
    contact: 'Questions and help',
    complain: 'Data subjects have the right to complain to the Office of the Personal Data Protection Committee.',
  },
  advice: {
    CONFIDENTIALITY:
      'Be wary of anyone who contacts you and claims to know your details. Never give out a password or a one-time code.\nIf you use the same password elsewhere, change it there.\nCheck your accounts, and contact us about anything unusual.',
    INTEGRITY: 'Check that the data we hold is correct, and ask us to correct it if it is not.',
    AVAILABILITY: 'If you need data or a service that is still unavailable, please contact us.',
  },
  kind: {
    CONFIDENTIALITY: 'confidentiality (accessed or disclosed without authorisation)',
    INTEGRITY: 'integrity (altered or incomplete)',
    AVAILABILITY: 'availability (inaccessible or destroyed)',
  },
  risk: {
    NO_RISK: 'no risk to the rights and freedoms of individuals',
    POSSIBLE_RISK: 'a risk to the rights and freedoms of individuals',
    HIGH_RISK: 'a high risk to the rights and freedoms of individuals',
  },
  phase: { CONTAINMENT: 'Containment', ERADICATION: 'Eradication', RECOVERY_ACTIVITIES: 'Recovery' },
} satisfies Shape<typeof th>;

export default incidentLetter;
