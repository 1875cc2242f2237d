import type { Shape } from '../shape.ts';
import type th from '../th/consentEmbed.ts';

const consentEmbed = {
  language: 'English',
  close: 'Close without choosing',
  closeAnswered: 'Close',
  save: 'Save my choices',
  choose: 'Choose by purpose ({count})',
  purposes: 'Purposes we ask your consent for',
  policy: 'Privacy notice',
  newWindow: ' (opens in a new window)',
  controller: 'Data controller: {name}',
  present: {
    ALL: 'You consent to all the purposes',
    ACCEPT: 'You consent to some of the purposes',
    NONE: 'You consent to none of the purposes',
    gpc: 'Global Privacy Control found: no consent until you choose.',
  },
  since: ' (given on {date})',
  changeable: 'You can change or withdraw your consent at any time.',
  asksAgain: 'The purposes have changed since your response. Please choose again.',
  unread: 'Your earlier choices cannot be read now. New choices replace them.',
  guardianMissing: 'A question could not be loaded.',
  saving: 'Saving…',
  saved: 'Your choices are saved',
  waiting:
    'Your choice could not be sent yet. It will be sent once connected; until then it does not count as consent.',
  unstored:
    'Your choice could not be sent yet. Keep this page open. It will be sent once connected; until then it does not count as consent.',
  opening: { title: 'Opening the consent form', body: 'One moment, please.' },
  unreachable: {
    title: 'The consent form cannot be opened now',
    body: 'Your choices are kept, and count as no consent until they can be read. The form opens once connected, or try again.',
  },
  missing: {
    title: 'The consent form cannot be opened now',
    body: 'To withdraw consent, contact the data controller.',
  },
  refused: 'Your choice could not be saved: {message}',
  outdated: 'This form has just changed. Please read it and choose again.',
  retry: 'Try again',
} satisfies Shape<typeof th>;

export default consentEmbed;
