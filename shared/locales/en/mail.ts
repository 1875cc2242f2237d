import type th from '../th/mail.ts';
import type { Shape } from '../shape.ts';

export default {
  greeting: 'Dear {{name}},',
  hello: 'Hello,',
  footer: 'Pokpong sent this mail automatically. Please do not reply.',
  orOpen: 'If the button does not work, copy this address into your browser.',
  passwordReset: {
    subject: 'Set a new password for your Pokpong account',
    lead: 'A password reset was requested. Use the button below to set a new password.',
    action: 'Set a new password',
    expiry: 'The link works once, within 1 hour.',
    notYou: 'If it was not you who asked, there is nothing to do: your password stays as it is.',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    lead: 'The password of this account was changed on {{at}}, and every device was signed out.',
    notYou: 'If it was not you, ask for a new password at once and tell the administrator of your organisation.',
  },
  invitation: {
    subject: 'Invitation to {{workspace}} on Pokpong',
    lead: 'You are invited to join the workspace {{workspace}} as {{role}}.',
    action: 'Accept the invitation',
    expiry: 'The invitation is valid until {{until}}.',
    notYou: 'If you do not know this organisation, there is nothing to do.',
  },
  workspaceDeletion: {
    requested: {
      subject: 'The workspace {{workspace}} will be deleted on {{dueAt}}',
      lead: '{{name}} asked for the workspace {{workspace}} to be deleted. It is closed now, and everything in it will be deleted for good on {{dueAt}} (Thailand time).',
    },
    reminded: {
      subject: 'The workspace {{workspace}} will be deleted tomorrow',
      lead: 'Everything in the workspace {{workspace}} will be deleted for good on {{dueAt}} (Thailand time).',
    },
    undone: {
      subject: 'The workspace {{workspace}} will not be deleted',
      lead: '{{name}} undid the deletion of the workspace {{workspace}}. It is open again, and everything in it is there.',
    },
    undo: 'Until then every administrator of this workspace can undo the deletion: use the button above and choose to undo it.',
    retention:
      "Its activity log will be kept in the organisation's own, for the administrators of the organisation's other workspaces.",
    action: 'Open the workspace',
  },
  signUp: {
    subject: 'Confirm your address to sign up for Pokpong',
    lead: 'Somebody used this address to sign an organisation up for Pokpong. Use the button below to confirm the address and set a password.',
    action: 'Confirm and set a password',
    expiry: 'The link works once, within {{hours}} hours.',
    notYou: 'If it was not you, there is nothing to do: no account is made.',
  },
  knownAddress: {
    subject: 'You already have a Pokpong account',
    lead: 'Somebody used this address to sign up for Pokpong, but it has an account already. Use the button below to sign in.',
    action: 'Sign in',
    forgot: 'If you forgot the password, set a new one at {{url}}',
    notYou: 'If it was not you, there is nothing to do: your account stays as it is.',
  },
  review: {
    due: {
      subject: 'Review {{name}} by {{day}}',
      lead: 'The record of processing “{{name}}” in the workspace {{workspace}} is to be reviewed by {{day}}.',
    },
    overdue: {
      subject: 'The review of {{name}} is overdue',
      lead: 'The record of processing “{{name}}” in the workspace {{workspace}} was to be reviewed by {{day}}, and no review is recorded yet.',
    },
    what: 'Open the record, check that it says what is really done, correct what has changed, then press “Reviewed”.',
    action: 'Open the record',
  },
  incidentClock: {
    dueSoon: {
      subject: 'Breach #{{number}}: {{hours}} h {{minutes}} min left to tell the authority',
      lead: 'The time for telling the Personal Data Protection Committee’s office of breach #{{number}} in the workspace {{workspace}} is running out.',
      span: 'Time left: {{hours}} h {{minutes}} min',
      duty: 'If the breach is assessed as no risk to the rights and freedoms of individuals, record that assessment: the deadline stops.',
    },
    overdue: {
      subject: 'Breach #{{number}}: the deadline for telling the authority has passed',
      lead: 'The deadline for telling the Personal Data Protection Committee’s office of breach #{{number}} in the workspace {{workspace}} has passed, and no notification is recorded.',
      span: 'Overdue by {{hours}} h {{minutes}} min',
      duty: 'Please tell the office as soon as possible and record why it was late.',
    },
    due: 'Deadline: {{due}} (Bangkok time)',
    last: 'Many reports of the public form that nobody has accepted come due this hour. Of further ones in this hour you are told in the product only, not by e-mail.',
    action: 'Open the breach',
  },
  incidentStep: {
    submitted: {
      subject: 'Incident no. {{number}} waits for you',
      lead: 'The personal data breach no. {{number}} in the workspace {{workspace}} was submitted for your decision.',
    },
    assigned: {
      subject: 'Incident no. {{number}} is assigned to you',
      lead: 'You are asked to respond to the personal data breach no. {{number}} in the workspace {{workspace}}.',
    },
    responded: {
      subject: 'Incident no. {{number}} waits for verification',
      lead: 'The response to the personal data breach no. {{number}} in the workspace {{workspace}} was handed in for you to verify.',
    },
    sentBack: {
      subject: 'Incident no. {{number}} needs more to be done',
      lead: 'The personal data breach no. {{number}} in the workspace {{workspace}} came back to you: more is to be done.',
    },
    rejected: {
      subject: 'Incident {{number}} was not accepted',
      lead: 'The DPO has not accepted the personal data breach {{number}} in {{workspace}} that you reported. Open it to read why; you can change it and send it again.',
    },
    resolved: {
      subject: 'Incident {{number}} is closed',
      lead: 'The personal data breach {{number}} in {{workspace}} that you reported has been dealt with and is closed.',
    },
    due: 'The data protection authority must be told by {{at}}.',
    action: 'Open the incident',
    last: 'Many reports have come in this hour by the public form or by the same person. Of further ones from there in this hour you are told in the product only, not by e-mail.',
  },
  approval: {
    turn: {
      subject: 'Your turn: approve the document of {{name}}',
      lead: '{{requester}} asks for approval of the document of “{{name}}” (approval line {{number}}), and it is your turn now.',
    },
    reminder: {
      subject: 'Reminder: the document of {{name}} waits for you',
      lead: 'The document of “{{name}}” (approval line {{number}}), for which {{requester}} asks approval, still waits for you.',
    },
    approved: {
      subject: 'Approved: the document of {{name}}',
      lead: 'Everyone has approved the document of “{{name}}” (approval line {{number}}).',
    },
    rejected: {
      subject: 'Rejected: the document of {{name}}',
      lead: 'The document of “{{name}}” (approval line {{number}}) was rejected.',
    },
    reworked: {
      subject: 'Sent back: the document of {{name}}',
      lead: 'The document of “{{name}}” (approval line {{number}}) was sent back. Change the record, export the document again and ask once more.',
    },
    reopened: {
      subject: 'Approval needed again: the record of {{name}} changed',
      lead: 'The record of “{{name}}” no longer reads like the document of approval line {{number}}. Export the document again and ask once more.',
    },
    comment: 'Comment: {{comment}}',
    instead: 'You receive this mail because you stand in for somebody who is away.',
    action: 'Open the approval line',
  },
  role: { Admin: 'Admin', DPO: 'DPO', Staff: 'Staff', 'Top Management': 'Audit' },
} satisfies Shape<typeof th>;
