import type th from '../th/requestMessage.ts';
import type { Shape } from '../shape.ts';

export default {
  title: 'Messages with the data subject',
  none: 'No messages yet',
  unreachable:
    'The data subject has no email address to read messages by. Contact them another way and record it in the request.',
  author: { SUBJECT: 'Data subject', GUARDIAN: 'Parent or guardian of the data subject' },
  kind: { QUESTION: 'Question', ANSWER: 'Reply' },
  text: 'Message to the data subject',
  textHelp: 'The email only states that there is a message. Its content can be read only with the data subject’s code.',
  files: 'Attachments',
  send: 'Send message',
  sent: 'Message sent',
  notices: 'Emails to the data subject',
  notice: {
    MESSAGE: 'Message',
    QUESTION: 'Question',
    REMINDER: 'Reminder to reply',
    GOES_ON: 'Work continues without a reply',
    ANSWERED: 'Reply received',
    EXTENDED: 'Time extended',
    REFUSED: 'Refused',
    DONE: 'Done',
    READY: 'Answer ready',
    REOPENED: 'Reopened',
    WITHDRAWN: 'Withdrawn',
  },
  state: {
    waiting: 'Being sent',
    sent: 'Sent',
    failed: 'Failed',
    returned: 'Returned ({{code}})',
    kept: 'Stored (no mail server)',
  },
  noMail: 'No email address to send to',
  resend: 'Send again',
  resendOf: 'Send again: email “{{notice}}”',
  resent: 'Email queued again',
  refusal: {
    closed: 'This request is closed, so the message was not sent. Send a new request, or have this one reopened.',
    file: 'This file cannot be attached. Select it again.',
    freshCode: 'Withdrawing a request needs a new code. Request a code and try again.',
    notAwaited:
      'No reply to this question is awaited any more, so it was not sent again. Ask a new question if needed.',
    notWithdrawable:
      'It cannot be withdrawn because a right has already been closed. Reload the page and select rights that are still open.',
    unreachable:
      'The data subject has no email address to read messages with, so nothing was sent. Contact them another way and record it in the request.',
  },
} satisfies Shape<typeof th>;
