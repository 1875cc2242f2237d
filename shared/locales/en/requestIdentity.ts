import type th from '../th/requestIdentity.ts';
import type { Shape } from '../shape.ts';

export default {
  title: 'My request',
  refusal: {
    code: 'The code is wrong or has expired. Check the latest email, or request a new code.',
    alreadyRequested:
      'A document has already been requested from this person. Examine it, wait for it, or withdraw it, first.',
    noAddress:
      'This request has no email address, so no link can be sent. Confirm the identity with a document, or at the counter.',
    factRequested:
      'A fact has already been requested from this person. Wait for the answer, or withdraw the question, first.',
    factDecided: 'This fact has already been compared or withdrawn. Reload the page to view the result.',
    notRequested: 'No document is needed for this request, or it has been received already. Reload the page.',
    notReceived: 'This document has not arrived, or has been decided on. Reload the page to view its current status.',
    unreadable: 'This document cannot be opened. Request another one and state why.',
    session: 'The request was open for too long. Request a new code to open it again.',
  },
  mark: '{{name}} · {{time}}',
  document: {
    title: {
      SUBJECT: 'Identity document',
      GUARDIAN: 'Document of the guardian',
      AGENT: 'Power of attorney and document of the agent',
    },
    why: 'Why we need it: {{reason}}',
    cover: 'Cover religion and blood group before photographing or scanning it. We do not use them.',
    power:
      'The power of attorney must be signed, name the rights to be exercised, and state whether the agent may receive the data.',
    deletedOnClosing:
      'We encrypt the document, let only those responsible view it, and delete it as soon as it is accepted, otherwise when your request is closed.',
    deleted_one:
      'We encrypt the document, let only those responsible view it, and delete it as soon as it is accepted, otherwise {{count}} day after your request is closed.',
    deleted_other:
      'We encrypt the document, let only those responsible view it, and delete it as soon as it is accepted, otherwise {{count}} days after your request is closed.',
    file: 'Document file',
    received:
      'We have received the document. If we need another one, we will email you; otherwise we continue with your request.',
  },
  fact: {
    title: 'A question to confirm who you are',
    lead: 'We compare your answer with what we already have, and do not keep it.',
    answer: 'Answer',
    send: 'Send answer',
    left_one: '{{number}} try left',
    left_other: '{{number}} tries left',
    wrong_one: 'The answer does not match what we have. {{number}} try left.',
    wrong_other: 'The answer does not match what we have. {{number}} tries left.',
    failed: 'The answer did not match several times. We will contact you to confirm your identity in another way.',
    matched: 'The answer matches. Thank you.',
  },
  codeDigits: 'Enter the 6 digits of the code',
  lead: 'To keep your data safe, we send a 6-digit code to the email address of the request.',
  send: 'Send me a code',
  sent: 'If this link is still valid, a code will reach your email within a few minutes. It can be used for 10 minutes.',
  code: '6-digit code',
  open: 'Open the request',
  sendAgain: 'Send a new code',
  noCode: 'No code? Check your spam folder. You can request up to 5 codes an hour.',
  noLink: 'This address does not contain a link to a request',
  noLinkBody: 'Open this page with the link in the email confirming receipt of your request.',
  loading: 'Opening the request',
  number: 'Request {{reference}}',
  to: 'Sent to {{organization}}',
  awaitsOther: {
    SUBJECT: 'You have confirmed. Your guardian must confirm with the link in their email by {{date}}.',
    GUARDIAN:
      'You have confirmed. The person who made the request must confirm with the link in their email by {{date}}.',
  },
  awaitsOtherByLink: {
    SUBJECT: 'You have confirmed. Your guardian must confirm with the link in their email.',
    GUARDIAN: 'You have confirmed. The person who made the request must confirm with the link in their email.',
  },
  awaitsOtherByStaff: {
    SUBJECT: 'You have confirmed. We have yet to confirm who your guardian is, and will contact them.',
    GUARDIAN: 'You have confirmed. We have yet to confirm who made the request, and will contact them.',
  },
  leave: 'Leave this page',
} satisfies Shape<typeof th>;
