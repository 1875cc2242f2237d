import type { Shape } from '../shape.ts';
import type th from '../th/incidentReport.ts';

const incidentReport = {
  title: 'Report a personal data breach',
  lead: 'To {{organization}} · about 3 minutes, no account needed',
  calm: 'What you know is enough; do not wait until you know everything. The data protection officer will get in touch if more is needed.',
  loading: 'Opening the form',
  unknownLink: 'This reporting link does not work',
  unknownLinkBody:
    'It may be incomplete, switched off or replaced by a newer one. Please ask the organisation for the current link; if it is urgent, contact the organisation directly.',
  looksAutomatic: 'It looked as if a program had filled this in, so it was not taken yet. Please press send again.',
  form: {
    what: 'What happened',
    title: 'In short',
    titleHelp: 'One sentence, such as: a customer list was mailed to the wrong person',
    description: 'Tell us about it',
    descriptionHelp:
      'What happened, whose data, about how many people. Leave out other people’s personal data, and passwords.',
    affectedSystems: 'Systems, papers or devices concerned',
    affectedSystemsHelp: 'Such as: the sales mailbox, patient files on floor 2, a lost laptop',
    actionsTaken: 'What has been done already',
    actionsTakenHelp: 'Such as: the recipient was asked to delete the mail. Leave it empty if nothing was.',
    when: 'When',
    discoveredAt: 'Discovered',
    occurredAt: 'Happened',
    occurredAtHelp: 'An estimate will do. If you do not know, give the time of discovery.',
    sameTime: 'Same as discovered',
    who: 'How to reach you',
    firstName: 'First name',
    lastName: 'Last name',
    phone: 'Telephone',
    email: 'E-mail',
    notStored: 'This browser keeps a draft of your account for 7 days, but not your name or how to reach you.',
    website: 'Website (leave empty)',
    send: 'Send the report',
  },
  privacy: {
    title: 'What happens with your data',
    use: 'Your name, telephone and e-mail are used only to ask you about this incident and to tell you how it goes on.',
    who: 'They are kept encrypted. The data protection officer, administrators and those assigned to this incident see them.',
    basis:
      '{{organization}} is the controller of these data and uses them to meet its duty to notify breaches under section 37(4) of the Personal Data Protection Act B.E. 2562 (2019).',
    rights: 'You may ask {{organization}} for access or correction and exercise your other rights under the act.',
  },
  done: {
    title: 'Your report has arrived. Thank you',
    reference: 'Reference',
    keep: 'Keep this reference for when you contact {{organization}}.',
    next: 'What happens next',
    notified: 'The data protection officer has been told at once.',
    assess: 'The risk is assessed; if the authority has to be told, that happens within the time set by law.',
    contact:
      'If more is needed you are contacted by the telephone or e-mail you gave. Nobody will ask for your password.',
    meanwhile: 'Until then please keep evidence as it is and do not pass leaked data on.',
    another: 'Report something else',
  },
} satisfies Shape<typeof th>;

export default incidentReport;
