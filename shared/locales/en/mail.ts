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
    lead: 'The password of this account was changed on {{at}} (Thailand time), and every device has been signed out.',
    notYou: 'If you did not do this, reset your password immediately and notify your organisation’s Admin.',
  },
  invitation: {
    subject: 'Invitation to {{workspace}} on Pokpong',
    lead: 'You are invited to join the workspace {{workspace}} as {{role}}.',
    action: 'Accept the invitation',
    expiry: 'The invitation is valid until {{until}} (Thailand time).',
    notYou: 'If you do not know this organisation, no action is needed.',
  },
  access: {
    added: {
      subject: 'You have joined {{workspace}} on Pokpong',
      lead: '{{name}} added you to the workspace {{workspace}} as {{role}}. You can use it immediately with your existing account.',
    },
    restored: {
      subject: 'You can use {{workspace}} on Pokpong again',
      lead: '{{name}} restored your access to the workspace {{workspace}} as {{role}}. You can use it again with your existing account.',
    },
    action: 'Open the workspace',
    unexpected: 'If you did not expect this, ask an Admin of the workspace.',
  },
  workspaceDeletion: {
    requested: {
      subject: 'The workspace {{workspace}} will be deleted on {{dueAt}}',
      lead: '{{name}} requested deletion of the workspace {{workspace}}. It is now closed, and all its data will be permanently deleted on {{dueAt}} (Thailand time).',
    },
    reminded: {
      subject: 'Reminder: the workspace {{workspace}} will be deleted on {{dueAt}}',
      lead: 'All data in the workspace {{workspace}} will be permanently deleted on {{dueAt}} (Thailand time).',
    },
    undone: {
      subject: 'The workspace {{workspace}} will not be deleted',
      lead: '{{name}} cancelled the deletion of the workspace {{workspace}}. It is open again, with all its data.',
    },
    undo: 'Until then, any Admin of this workspace can cancel the deletion: use the button above and choose Cancel deletion.',
    retention:
      'Its activity log is kept in the organisation’s log, and its entries in the organisation’s security log are kept for 2 years. Admins of the organisation’s other workspaces can read both.',
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
    what: 'Open the record, check that it matches actual practice, correct what has changed, then choose “Record the review”.',
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
  requestReceived: {
    subject: 'Request {{reference}} received',
    lead: '{{organization}} has received your request about your personal data, number {{reference}}.',
    guardian:
      '{{organization}} has received a request about the personal data of a minor that names you as the guardian, number {{reference}}.',
    confirm:
      'Please confirm your identity by {{until}} (Thailand time). A request that is not confirmed closes automatically; you may send it again.',
    confirmAgain:
      'Please confirm your identity again, because the request was corrected. The answer can be released once you have.',
    known: 'Your identity needs no further confirmation. Follow your request with the button below.',
    actionConfirm: 'Confirm your identity',
    action: 'Follow your request',
    keep: 'Keep this email. The link is yours alone, and opens with a code sent to this address.',
    notYou: 'If you did not send a request, no action is needed.',
  },
  requestFact: {
    subject: 'A question to confirm your identity for request {{reference}}',
    lead: '{{organization}} needs your answer to one question to confirm your identity for request {{reference}}. The question is on your request page.',
    action: 'Open the request',
    byPage: 'Answer on your request page only, not by email.',
  },
  requestDocument: {
    requested: {
      subject: 'Identity document for request {{reference}}',
      lead: '{{organization}} needs an identity document to continue with request {{reference}}.',
    },
    refused: {
      subject: 'The document for request {{reference}} cannot be used',
      lead: '{{organization}} has examined the document for request {{reference}}, and it does not prove your identity.',
    },
    agentRequested: {
      subject: 'Power of attorney for request {{reference}}',
      lead: '{{organization}} needs the power of attorney and the document of the agent to continue with request {{reference}}.',
    },
    agentRefused: {
      subject: 'The power of attorney for request {{reference}} cannot be used',
      lead: '{{organization}} has examined the power of attorney for request {{reference}}, and it does not show that the agent may act.',
    },
    reason: 'Reason: {{reason}}',
    cover: 'Please cover religion and blood group before you send it. We do not use them.',
    deletedOnClosing: 'We delete the document as soon as it is accepted, otherwise when your request is closed.',
    deleted_one:
      'We delete the document as soon as it is accepted, otherwise {{count}} day after your request is closed.',
    deleted_other:
      'We delete the document as soon as it is accepted, otherwise {{count}} days after your request is closed.',
    next: '{{organization}} will contact you, or close the request and state the reason. If you have a question, send a message on your request page.',
    action: 'Open the request',
    byPage: 'Send the document on your request page only, never by email.',
  },
  requestExpiry: {
    subject: 'Request {{reference}} is not confirmed yet',
    lead: 'Please confirm your identity for request {{reference}} to {{organization}} by {{until}} (Thailand time).',
    after: 'A request that is not confirmed by then closes automatically; you may send a new one.',
    action: 'Confirm your identity',
    notYou: 'If you did not send a request, no action is needed.',
  },
  requestLapsed: {
    subject: 'Request {{reference}} is closed',
    lead: 'Request {{reference}} to {{organization}} is closed because it was not confirmed in time by all who had to.',
    again: 'You may send a new request at any time.',
  },
  requestNotice: {
    open: 'Open your request',
    reply: 'Answer the question',
    code: 'The link is yours alone, and opens with a code sent to this address.',
    notYou: 'If you did not send a request, no action is needed.',
    reason: 'Reason: {{reason}}',
    reasonOnPage: 'The reason is on the page of your request. Confirm your identity with a code to read it.',
    complain:
      'If you believe that we violate or do not comply with the Personal Data Protection Act B.E. 2562 (2019), you may complain under section 73 to {{authority}}.',
    right: {
      plain: 'Right: {{right}}',
      until: 'Right: {{right}}, by {{until}} (Thailand time)',
      overdue: 'Right: {{right}}. The date to answer has passed; we will answer as soon as possible.',
      refusedUnder: 'Right: {{right}}, refused under section {{section}}: {{ground}}',
      refused: 'Right: {{right}}, refused: {{ground}}',
      closedUnder: 'Right: {{right}}, closed under section {{section}}: {{ground}}',
      closed: 'Right: {{right}}, closed: {{ground}}',
      inPart: 'Right: {{right}}, not all of it carried out',
    },
    MESSAGE: {
      subject: 'A message about request {{reference}}',
      lead: '{{organization}} has written to you about request {{reference}}. Read it with the link below.',
    },
    QUESTION: {
      subject: 'A question about request {{reference}}',
      lead: '{{organization}} has a question about request {{reference}}, and will continue when you reply.',
    },
    REMINDER: {
      subject: 'Awaiting your reply in request {{reference}}',
      lead: '{{organization}} has not received your reply in request {{reference}}. Without a reply by the date below, we continue with what we know.',
    },
    GOES_ON: {
      subject: 'Request {{reference}} continues',
      lead: '{{organization}} did not receive your reply in time, and continues request {{reference}} with what is known.',
    },
    ANSWERED: {
      subject: 'Your reply in request {{reference}}',
      lead: 'Thank you for your reply in request {{reference}}. The new date of {{organization}}:',
      otherSubject: 'Reply in request {{reference}}',
      otherLead: {
        SUBJECT: 'The data subject has replied in request {{reference}}. The new date of {{organization}}:',
        GUARDIAN: 'Your parent or guardian has replied in request {{reference}}. The new date of {{organization}}:',
      },
    },
    EXTENDED: {
      subject: 'Time extended for request {{reference}}',
      lead: '{{organization}} needs more time to answer request {{reference}}.',
    },
    REFUSED: {
      subject: 'Result of request {{reference}}',
      lead: '{{organization}} cannot carry out request {{reference}}.',
      closedLead: '{{organization}} has closed request {{reference}} for the following without carrying it out.',
    },
    DONE: {
      subject: 'Request {{reference}} is done',
      lead: '{{organization}} has carried out request {{reference}}.',
      resultSubject: 'Result of request {{reference}}',
      inPartLead: '{{organization}} has completed request {{reference}}, but has not carried out all of it.',
      followsLead: '{{organization}} has approved request {{reference}}.',
      follows: 'The answer follows. We will email you again when you can open it.',
      outcome: 'What was done is on the page of your request. Open it with a code to read it.',
    },
    REOPENED: {
      subject: 'Request {{reference}} reopened',
      lead: '{{organization}} has reopened request {{reference}}.',
    },
    WITHDRAWN: {
      subject: 'Request {{reference}} withdrawn',
      lead: 'You withdrew request {{reference}} to {{organization}}.',
      otherLead: {
        SUBJECT: 'The data subject withdrew request {{reference}} to {{organization}}.',
        GUARDIAN: 'Your parent or guardian withdrew request {{reference}} to {{organization}}.',
        AGENT: 'Your authorised agent withdrew request {{reference}} to {{organization}}.',
      },
    },
  },
  requestCode: {
    subject: 'Code for request {{reference}}',
    lead: 'Use this code to open request {{reference}} to {{organization}}.',
    code: '{{code}}',
    expiry: 'The code can be used once, within {{minutes}} minutes.',
    notYou: 'If you did not request a code, no action is needed. Do not share it.',
  },
  requestAnswerReady: {
    subject: 'The answer to request {{reference}} is ready',
    lead: 'You can open the answer until {{until}} (Thailand time).',
    how: 'Open your request with a code sent to this address, then read the answer on the page or download it as an encrypted ZIP.',
    action: 'Open the answer',
    password: 'The password of the ZIP will be given to you by phone or SMS. It is not in this email.',
  },
  requestClock: {
    dueSoon: {
      subject: 'Request {{number}} is due soon',
      lead_one:
        'The right {{rights}} of request {{number}} in the workspace {{workspace}} is due soon and has no answer yet.',
      lead_other:
        'The rights {{rights}} of request {{number}} in the workspace {{workspace}} are due soon and have no answer yet.',
    },
    overdue: {
      subject: 'Request {{number}} is overdue',
      lead_one:
        'The right {{rights}} of request {{number}} in the workspace {{workspace}} is overdue and has no answer yet. Please answer as soon as possible.',
      lead_other:
        'The rights {{rights}} of request {{number}} in the workspace {{workspace}} are overdue and have no answer yet. Please answer as soon as possible.',
    },
    due: 'Due: {{due}} (Thailand time)',
    dueByAct: 'Due as counted from receipt: {{due}} (Thailand time)',
    action: 'Open the request',
  },
  dpiaReview: {
    dueSoon: {
      subject: 'Review of the impact assessment “{{assessment}}” is due soon',
      lead: 'The impact assessment “{{assessment}}” of the workspace {{workspace}} is due for review soon. Once it has been reviewed, create and publish a new version.',
    },
    overdue: {
      subject: 'Review of the impact assessment “{{assessment}}” is overdue',
      lead: 'The impact assessment “{{assessment}}” of the workspace {{workspace}} is overdue for review. Once it has been reviewed, create and publish a new version.',
    },
    due: 'Review due: {{due}} (Thailand time)',
    action: 'Open the assessment',
  },
  noticeReview: {
    dueSoon: {
      subject: 'Review of the privacy notice “{{notice}}” is due soon',
      lead: 'The privacy notice “{{notice}}” of the workspace {{workspace}} is due for review soon. Once it has been reviewed, set the next review date and publish a new version.',
    },
    overdue: {
      subject: 'Review of the privacy notice “{{notice}}” is overdue',
      lead: 'The privacy notice “{{notice}}” of the workspace {{workspace}} is overdue for review. Once it has been reviewed, set the next review date and publish a new version.',
    },
    due: 'Review due: {{due}} (Thailand time)',
    action: 'Open the notice',
  },
  noticeChange: {
    subject: '{{organization}} has updated its privacy notice, effective from {{day}}',
    lead: '{{organization}} has updated “{{notice}}”. Version {{version}} is effective from {{day}}.',
    changes: 'What has changed and what you should know:',
    more: 'And {{number}} more in the full notice.',
    ahead: 'The page displays this version from {{day}}; until then it displays the previous one.',
    action: 'Read the full notice',
    why: 'You receive this email because you have given consent to {{organization}}. The notice states how to exercise your rights or withdraw consent.',
    noUnsubscribe:
      'This email is about personal data and is not advertising, so it has no unsubscribe link. One email about each version is sent for each person for whom consent was given; if you gave it for several, you get several.',
    website: 'We have updated our privacy notice, effective from {{day}}. Read it at {{url}}',
    reception:
      '{{organization}} has updated its privacy notice, effective from {{day}}. Request the full text from our staff, or read it at the address below.',
  },
  noticeInForce: {
    subject: 'Version {{version}} of the privacy notice “{{notice}}” is effective',
    lead: 'Version {{version}} of the privacy notice “{{notice}}” of the workspace {{workspace}} is effective from {{day}}. The public page now displays it.',
    copies: 'Please replace printed and posted copies with this version.',
    action: 'Open the notice',
  },
  treatmentPlan: {
    dueSoon: {
      subject: 'Treatment plan “{{plan}}” is due soon',
      lead: 'The treatment plan “{{plan}}” in the workspace {{workspace}} is due soon and has not been submitted for approval.',
    },
    overdue: {
      subject: 'Treatment plan “{{plan}}” is overdue',
      lead: 'The treatment plan “{{plan}}” in the workspace {{workspace}} is overdue and has not been submitted for approval.',
    },
    due: 'Expected date: {{due}} (Thailand time)',
    action: 'Open the plan',
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
      lead: 'Incident no. {{number}} in the workspace {{workspace}} has been sent back to you for further response.',
    },
    reopened: {
      subject: 'Incident no. {{number}} reopened',
      lead: 'Incident no. {{number}} in the workspace {{workspace}} was closed and has been reopened. You are its assignee: continue the response.',
    },
    rejected: {
      subject: 'Incident no. {{number}} rejected',
      lead: 'Incident no. {{number}} that you reported in {{workspace}} has been rejected. Open it to read the reason, then revise and resubmit.',
    },
    resolved: {
      subject: 'Incident no. {{number}} closed',
      lead: 'Incident no. {{number}} that you reported in {{workspace}} is closed.',
    },
    due: 'Deadline to notify the PDPC, unless there is no risk: {{at}} (Thailand time)',
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
      subject: 'Approval needed again: the record behind the document of {{name}} changed',
      lead: 'The record behind the document of “{{name}}” no longer matches approval request {{number}}. Export the document again and request approval.',
    },
    comment: 'Comment: {{comment}}',
    instead: 'You receive this email as the delegate of someone who is away.',
    action: 'Open approval request',
  },
  role: { Admin: 'Admin', DPO: 'DPO', Staff: 'Staff', 'Top Management': 'Audit' },
} satisfies Shape<typeof th>;
