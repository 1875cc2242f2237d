import type th from '../th/mail.ts';
import type { Shape } from '../shape.ts';

export default {
  greeting: 'Dear {{name}},',
  hello: 'Hello,',
  footer: 'Pokpong sent this email automatically. Please do not reply.',
  orOpen: 'If the button does not work, copy this address into your browser.',
  passwordReset: {
    subject: 'Reset your Pokpong password',
    lead: 'A password reset was requested. Use the button below to set a new password.',
    action: 'Set a new password',
    expiry: 'The link works once, within 1 hour.',
    notYou: 'If you did not request this, no action is needed: your password stays the same.',
  },
  passwordChanged: {
    subject: 'Your password has been changed',
    lead: 'The password of this account was changed on {{at}}, and every device has been signed out.',
    notYou: 'If you did not do this, reset your password immediately and notify your organisation’s Admin.',
  },
  invitation: {
    subject: 'Invitation to {{workspace}} on Pokpong',
    lead: 'You are invited to join the workspace {{workspace}} as {{role}}.',
    action: 'Accept the invitation',
    expiry: 'The invitation is valid until {{until}}.',
    notYou: 'If you do not know this organisation, no action is needed.',
  },
  workspaceDeletion: {
    requested: {
      subject: 'The workspace {{workspace}} will be deleted on {{dueAt}}',
      lead: '{{name}} requested deletion of the workspace {{workspace}}. It is now closed, and all its data will be permanently deleted on {{dueAt}} (Thailand time).',
    },
    reminded: {
      subject: 'The workspace {{workspace}} will be deleted tomorrow',
      lead: 'All data in the workspace {{workspace}} will be permanently deleted on {{dueAt}} (Thailand time).',
    },
    undone: {
      subject: 'The workspace {{workspace}} will not be deleted',
      lead: '{{name}} cancelled the deletion of the workspace {{workspace}}. It is open again, with all its data.',
    },
    undo: 'Until then, any Admin of this workspace can cancel the deletion: use the button above and choose Cancel deletion.',
    retention: 'Its activity log is kept in the organisation’s log, for Admins of the organisation’s other workspaces.',
    action: 'Open the workspace',
  },
  signUp: {
    subject: 'Confirm your email to sign up for Pokpong',
    lead: 'This email was used to sign an organisation up for Pokpong. Use the button below to confirm it and set a password.',
    action: 'Confirm and set a password',
    expiry_one: 'The link works once, within {{hours}} hour.',
    expiry_other: 'The link works once, within {{hours}} hours.',
    notYou: 'If you did not do this, no action is needed: no account is created.',
  },
  knownAddress: {
    subject: 'You already have a Pokpong account',
    lead: 'This email was used to sign up for Pokpong, but it already has an account. Use the button below to sign in.',
    action: 'Sign in',
    forgot: 'If you forgot the password, set a new one at {{url}}',
    notYou: 'If you did not do this, no action is needed: your account stays the same.',
  },
  review: {
    due: {
      subject: 'Review {{name}} by {{day}}',
      lead: 'The RoPA “{{name}}” in the workspace {{workspace}} is due for review by {{day}}.',
    },
    overdue: {
      subject: 'The review of {{name}} is overdue',
      lead: 'The RoPA “{{name}}” in the workspace {{workspace}} was due for review by {{day}}, and no review is recorded yet.',
    },
    what: 'Open the record, check that it matches actual practice, correct what has changed, then choose “Reviewed”.',
    action: 'Open record',
  },
  incidentClock: {
    dueSoon: {
      subject: 'Incident #{{number}}: {{hours}} h {{minutes}} min left to notify the PDPC',
      lead: 'The deadline to notify the Office of the Personal Data Protection Committee (PDPC) of incident #{{number}} in the workspace {{workspace}} is near.',
      span: 'Time left: {{hours}} h {{minutes}} min',
      duty: 'If the breach is assessed as no risk to the rights and freedoms of individuals, record that assessment: the deadline stops.',
    },
    overdue: {
      subject: 'Incident #{{number}}: PDPC deadline overdue',
      lead: 'The deadline to notify the Office of the Personal Data Protection Committee (PDPC) of incident #{{number}} in the workspace {{workspace}} has passed, and no notification is recorded.',
      span: 'Overdue by {{hours}} h {{minutes}} min',
      duty: 'Notify the PDPC as soon as possible and give the reason for the delay.',
    },
    due: 'PDPC deadline: {{due}} (Thailand time)',
    last: 'Many unaccepted reports from the public report form are due this hour. Further ones this hour are notified by bell only, not by email.',
    action: 'Open the incident',
  },
  requestClock: {
    dueSoon: {
      subject: 'Request {{number}} is due soon',
      lead: 'The right “{{right}}” of request {{number}} in the workspace {{workspace}} is due soon and has no answer yet.',
    },
    overdue: {
      subject: 'Request {{number}} is overdue',
      lead: 'The right “{{right}}” of request {{number}} in the workspace {{workspace}} is overdue and has no answer yet. Please answer as soon as possible.',
    },
    due: 'Due: {{due}} (Thai time)',
    dueByAct: 'Due as counted from receipt: {{due}} (Thai time)',
    action: 'Open the request',
  },
  incidentStep: {
    submitted: {
      subject: 'Incident no. {{number}} awaits you',
      lead: 'Incident no. {{number}} in the workspace {{workspace}} has been submitted for your decision.',
    },
    assigned: {
      subject: 'Incident no. {{number}} is assigned to you',
      lead: 'You are assigned to respond to incident no. {{number}} in the workspace {{workspace}}.',
    },
    responded: {
      subject: 'Incident no. {{number}} awaits your review',
      lead: 'The response to incident no. {{number}} in the workspace {{workspace}} has been submitted for your review.',
    },
    sentBack: {
      subject: 'Incident no. {{number}} sent back to you',
      lead: 'The DPO has sent incident no. {{number}} in the workspace {{workspace}} back to you for further response.',
    },
    rejected: {
      subject: 'Incident no. {{number}} rejected',
      lead: 'The DPO has rejected incident no. {{number}} that you reported in {{workspace}}. Open it to read the reason, then revise and resubmit.',
    },
    resolved: {
      subject: 'Incident no. {{number}} closed',
      lead: 'Incident no. {{number}} that you reported in {{workspace}} is closed.',
    },
    due: 'The PDPC must be notified by {{at}}.',
    action: 'Open the incident',
    last: 'Many reports arrived this hour by the public report form or from the same person. Further ones from there this hour are notified by bell only, not by email.',
  },
  approval: {
    turn: {
      subject: 'Your turn: approve the document of {{name}}',
      lead: '{{requester}} requests approval of the document of “{{name}}” (approval request {{number}}). It is your turn.',
    },
    reminder: {
      subject: 'Reminder: the document of {{name}} awaits you',
      lead: 'The document of “{{name}}” (approval request {{number}}), requested by {{requester}}, still awaits your decision.',
    },
    approved: {
      subject: 'Approved: the document of {{name}}',
      lead: 'The document of “{{name}}” (approval request {{number}}) is approved at every step.',
    },
    rejected: {
      subject: 'Rejected: the document of {{name}}',
      lead: 'The document of “{{name}}” (approval request {{number}}) was rejected.',
    },
    reworked: {
      subject: 'Sent back: the document of {{name}}',
      lead: 'The document of “{{name}}” (approval request {{number}}) was sent back. Correct the record, export the document again and resubmit.',
    },
    reopened: {
      subject: 'Approval needed again: the record of {{name}} changed',
      lead: 'The record of “{{name}}” no longer matches the document of approval request {{number}}. Export the document again and request approval.',
    },
    comment: 'Comment: {{comment}}',
    instead: 'You receive this email as the delegate of someone who is away.',
    action: 'Open approval request',
  },
  role: { Admin: 'Admin', DPO: 'DPO', Staff: 'Staff', 'Top Management': 'Audit' },
} satisfies Shape<typeof th>;
