import type { Shape } from '../shape.ts';
import type th from '../th/identityPanel.ts';

export default {
  person: { SUBJECT: 'Data subject', GUARDIAN: 'Guardian', AGENT: 'Agent' },
  confirmation: {
    title: 'Identity',
    code: 'Confirmed by code',
    open: 'No code entered yet',
    noEmail: 'No email address',
    at: 'Confirmed {{time}}',
    sentAt: 'Link sent {{time}}',
    again: 'Send a new link',
    sent: 'New link sent, the one before has ended',
  },
  needs: {
    title: 'What to check, as little as will do',
    NOTHING: 'Nothing more: signed in with your organisation',
    CODE: 'Code sent to the email address you hold',
    SECOND: 'Code, and one known fact or another channel',
    DOCUMENT: 'Document examined by staff',
    note: 'Request a document for sensitive data under section 26, a new address or a dispute (our practice; the act names no method).',
  },
  met: 'Met',
  notMet: 'Not yet',
  facts: {
    title: 'Known facts',
    none: 'Ask something your organisation has already, such as a customer number, and compare the answer.',
    ask: 'Ask a known fact',
    compare: 'Record an answer by phone',
    withdraw: 'Withdraw',
    left_one: '{{number}} try left',
    left_other: '{{number}} tries left',
    heardBy: 'Recorded by {{name}}',
    onPage: 'Answered on the page of the request',
    state: { REQUESTED: 'Awaiting an answer', MATCHED: 'Matches', FAILED: 'Differs', WITHDRAWN: 'Withdrawn' },
    askLead:
      'The data subject gets an email to answer on the page of the request, or answers by phone. The right answer is held as a hash until it is compared; what they answer is not kept.',
    person: 'Asked of',
    question: 'Question',
    questionHelp:
      'The data subject reads this, for example: last 4 digits of your customer number. Do not ask what the request says already.',
    expected: 'Right answer',
    expectedHelp: 'From your organisation’s own data. Not shown again once saved.',
    stated: 'The data subject answered',
    requested: 'Fact requested',
    matched: 'The answer matches',
    differs: 'The answer differs',
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
    lead: 'The data subject gets an email with the reason, and sends the document on the page of the request.',
    person: 'Document of',
    reason: 'Why it is needed',
    reasonHelp: 'The data subject reads this.',
    done: 'Document requested',
  },
  add: {
    lead: 'A document that came by post or at the counter. The file is encrypted, and deleted once accepted.',
    file: 'Document file',
    fileHelp: 'Cover religion and blood group before you scan it.',
    done: 'Document added',
  },
  viewer: {
    title: 'Identity document',
    lead: 'Each view is in the activity log. Your name and the time stand across the document. At most 10 pages are shown.',
  },
  decide: {
    ACCEPT: 'Accept',
    AGAIN: 'Request another',
    REFUSE: 'Refuse',
    reason: 'Reason',
    rights: 'Rights that the power of attorney names',
  },
  means: {
    ACCEPT:
      'The file is deleted immediately. Once everyone needed is known, the request is confirmed and its time starts.',
    AGAIN: 'This file is deleted, and the data subject gets an email to send another.',
    REFUSE:
      'The data subject gets an email with the reason. The file is kept in case of a dispute, and deleted the set number of days after closing.',
  },
  decided: { ACCEPT: 'Document accepted', AGAIN: 'Another document requested', REFUSE: 'Document refused' },
  same: {
    title: 'Requests of the same person',
    by: { uid: 'Same user ID', email: 'Same email', phone: 'Same phone' },
    close: 'Close as a duplicate of this',
    closeTitle: 'Close as a duplicate of {{reference}}',
    means: 'This is no refusal of a right: the other request goes on, and this one can be reopened.',
    done: 'Duplicate closed',
    duplicateOf: 'Closed as a duplicate of',
    unconfirmed:
      'This request is not confirmed, so it cannot be closed as a duplicate. Unconfirmed, it closes by itself.',
  },
} satisfies Shape<typeof th>;
