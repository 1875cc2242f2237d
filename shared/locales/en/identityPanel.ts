import type { Shape } from '../shape.ts';
import type th from '../th/identityPanel.ts';

export default {
  person: { SUBJECT: 'Data subject', GUARDIAN: 'Parent or guardian', AGENT: 'Agent' },
  confirmation: {
    title: 'Identity',
    code: 'Confirmed by code',
    open: 'No code entered yet',
    noEmail: 'No email address',
    at: 'Confirmed {{time}}',
    sentAt: 'Link sent {{time}}',
    again: 'Send a new link',
    againNeeded:
      'The email was changed after the identity was confirmed. No answer can be released until a code is entered with the link, or you confirm the identity.',
    byStaff: 'Confirm identity',
    byStaffMeans: 'The answer can then be released to the new email. The reason stays in the history.',
    byStaffReason: 'How you know who it is',
    byStaffDone: 'Identity confirmed',
    sent: 'New link sent; the previous one no longer works',
  },
  needs: {
    title: 'What to check, no more than needed',
    NOTHING: 'Nothing more: signed in to your organisation',
    CODE: 'Code sent to the email entered in the request; compare it with the one your organisation has',
    SECOND: 'Code, and one known fact or another channel',
    DOCUMENT: 'Document examined by staff',
    note: 'Request a document for sensitive data under section 26, a new address or a dispute (our practice; the act prescribes no method).',
  },
  met: 'Met',
  notMet: 'Not yet',
  facts: {
    title: 'Known facts',
    none: 'Request something your organisation already has, such as a customer number, and compare the answer.',
    ask: 'Request a known fact',
    compare: 'Record an answer by phone',
    withdraw: 'Withdraw',
    left_one: '{{number}} try left',
    left_other: '{{number}} tries left',
    recordedBy: 'Recorded by {{name}}',
    onPage: 'Answered on the request page',
    state: { REQUESTED: 'Awaiting an answer', MATCHED: 'Matches', FAILED: 'Does not match', WITHDRAWN: 'Withdrawn' },
    askLead:
      'The data subject gets an email to answer on the request page, or answers by phone. The correct answer is kept as a hash until it is compared; the data subject’s answer is not kept.',
    person: 'Who answers',
    question: 'Question',
    questionHelp:
      'Visible to the data subject. Example: last 4 digits of your customer number. Do not use what the request already states.',
    expected: 'Correct answer',
    expectedHelp: 'From your organisation’s own data. Not displayed again once saved.',
    stated: 'The data subject answered',
    requested: 'Fact requested',
    matched: 'The answer matches',
    differs: 'The answer does not match',
    withdrawn: 'No longer requested',
  },
  documents: {
    title: 'Identity documents',
    none: 'No document requested. Request one only where needed.',
    ask: 'Request a document',
    add: 'Add a received document',
    look: 'Open and examine',
    state: {
      REQUESTED: 'Awaiting the data subject',
      RECEIVED: 'Awaiting examination',
      ACCEPTED: 'Accepted, file deleted',
      REPLACED: 'Requested again',
      REFUSED: 'Refused',
    },
  },
  ask: {
    lead: 'The data subject gets an email with the reason, and sends the document on the request page.',
    person: 'Document of',
    reason: 'Why it is needed',
    reasonHelp: 'Visible to the data subject',
    done: 'Document requested',
  },
  add: {
    lead: 'A document received by post or at the counter. The file is encrypted, and deleted once accepted.',
    file: 'Document file',
    fileHelp: 'Cover religion and blood group before scanning.',
    done: 'Document added',
  },
  viewer: {
    title: 'Identity document',
    lead: 'Each view is recorded in the activity log. Your name and the time appear across the document. At most 10 pages are displayed.',
  },
  decide: {
    ACCEPT: 'Accept',
    AGAIN: 'Request another',
    REFUSE: 'Refuse',
    reason: 'Reason',
    rights: 'Rights named in the power of attorney',
  },
  means: {
    ACCEPT:
      'The file is deleted immediately. Once everyone required is identified, the request is confirmed and its time starts.',
    AGAIN: 'This file is deleted, and the data subject gets an email to send another one.',
    REFUSE:
      'The data subject gets an email with the reason. The file is kept in case of a dispute, and deleted the set number of days after the request is closed.',
  },
  decided: { ACCEPT: 'Document accepted', AGAIN: 'Another document requested', REFUSE: 'Document refused' },
  same: {
    title: 'Requests of the same person',
    by: { uid: 'Same user ID', email: 'Same email', phone: 'Same phone' },
    close: 'Close as a duplicate of this',
    closeTitle: 'Close as a duplicate of {{reference}}',
    means: 'This is not a refusal of a right: the other request continues, and this one can be reopened.',
    done: 'Duplicate closed',
    duplicateOf: 'Closed as a duplicate of',
    unconfirmed:
      'This request is not confirmed, so it cannot be closed as a duplicate. If it stays unconfirmed, it closes automatically.',
  },
} satisfies Shape<typeof th>;
