import type th from '../th/requestMessage.ts';
import type { Shape } from '../shape.ts';

export default {
  title: 'Messages with the data subject',
  none: 'No messages yet',
  unreachable:
    'The data subject has no email address to read messages by. Contact them another way and record it in the request.',
  author: { SUBJECT: 'Data subject', GUARDIAN: 'Guardian of the data subject' },
  kind: { QUESTION: 'Question', ANSWER: 'Reply' },
  text: 'Message to the data subject',
  textHelp: 'The email only says that there is a message. Its words stay behind the code of the data subject.',
  files: 'Attachments',
  send: 'Send message',
  sent: 'Message sent',
  notices: 'Emails to the data subject',
  notice: {
    MESSAGE: 'Message',
    QUESTION: 'Question',
    REMINDER: 'Reminder to reply',
    GOES_ON: 'Work goes on without a reply',
    ANSWERED: 'Reply received',
    EXTENDED: 'More time',
    REFUSED: 'Refused',
    DONE: 'Done',
    REOPENED: 'Open again',
    WITHDRAWN: 'Taken back',
  },
  state: { waiting: 'On its way', sent: 'Sent', failed: 'Failed', kept: 'Kept (no mail server)' },
  noMail: 'No address to write to',
  resend: 'Send again',
  resendOf: 'Send again: email “{{notice}}”',
  resent: 'Email sent again',
  refusal: {
    closed: 'This request is closed and takes no more messages.',
    file: 'This file cannot be attached. Select it again.',
    freshCode: 'Taking back a request needs a new code. Request a code and try again.',
    notWithdrawable: 'It cannot be taken back, because a right was closed before.',
    unreachable: 'The data subject has no email address to read messages by.',
  },
} satisfies Shape<typeof th>;
