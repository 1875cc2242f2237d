import type { Shape } from '../shape.ts';
import type th from '../th/incidentReport.ts';

const incidentReport = {
  title: 'Report a personal data breach',
  lead: 'To {{organization}} · about 3 minutes, no account needed',
  calm: 'Report what you know; do not wait for everything. The data protection officer will contact you if more is needed.',
  loading: 'Opening the form',
  unknownLink: 'This report link does not work',
  unknownLinkBody:
    'It may be incomplete, turned off or replaced by a newer one. Request the current link from the organisation; if it is urgent, contact the organisation directly.',
  looksAutomatic: 'It looked automated, so it was not accepted yet. Press send again.',
  lost: 'No reply. The report may have arrived; retrying is safe.',
  form: {
    what: 'What happened',
    title: 'Summary',
    titleHelp: 'One sentence. Example: a customer list was emailed to the wrong person',
    description: 'Details',
    descriptionHelp:
      'What happened, whose data, about how many people. Do not include other people’s personal data or passwords.',
    affectedSystems: 'Systems, documents or devices concerned',
    affectedSystemsHelp: 'Example: the sales mailbox, patient files on floor 2, a lost laptop',
    actionsTaken: 'Actions taken so far',
    actionsTakenHelp: 'Example: the recipient was asked to delete the email. Leave it empty if none.',
    when: 'When',
    discoveredAt: 'Became aware',
    occurredAt: 'Occurred',
    occurredAtHelp: 'An estimate is fine. If unknown, use the time you became aware.',
    sameTime: 'Same as became aware',
    who: 'How to contact you',
    firstName: 'First name',
    lastName: 'Last name',
    phone: 'Phone',
    email: 'Email',
    notStored: 'This browser keeps a draft of your report for 7 days, but not your name or contact details.',
    website: 'Website (leave empty)',
    send: 'Send report',
  },
  privacy: {
    title: 'How your data is used',
    use: 'Your name, phone and email are used only to ask about this incident and report its progress to you.',
    who: 'The data is stored encrypted. The data protection officer, Admins and those assigned to this incident see it.',
    basis:
      '{{organization}} is the data controller of this data and uses it to meet its duty to notify breaches under section 37(4) of the Personal Data Protection Act B.E. 2562 (2019).',
    retention:
      'The data stays in the record of this incident for as long as {{organization}} needs it as evidence of compliance.',
    rights: 'Contact {{organization}} to request access or correction, or to exercise your other rights under the act.',
  },
  contact: { controller: 'Data controller', officer: 'Data protection officer' },
  done: {
    title: 'Report received, thank you',
    reference: 'Reference',
    keep: 'Keep this reference for contacting {{organization}}.',
    next: 'What happens next',
    notified: 'The system has received the report. The data protection officer reviews it.',
    assess: 'The risk is assessed; if the PDPC must be notified, that happens within the time set by law.',
    contact:
      'If more is needed, you are contacted by the phone or email you gave. You will never be asked for a password.',
    meanwhile: 'Until then, keep the evidence as it is and do not pass on leaked data.',
    another: 'Report another incident',
  },
} satisfies Shape<typeof th>;

export default incidentReport;
