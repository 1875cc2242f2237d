import type { Shape } from '../shape.ts';
import type th from '../th/approvalEvidence.ts';

const approvalEvidence = {
  title: 'Evidence of approval',
  fileName: 'Evidence of approval {{number}} {{name}}',
  type: { ROPA: 'Record of processing activities (RoPA)', DPIA: 'Data protection impact assessment (DPIA)' },
  status: {
    NEW: 'Waiting',
    PENDING: 'Approved in part',
    APPROVED: 'Approved',
    REJECTED: 'Rejected',
    REWORKED: 'Sent back',
    CANCEL: 'Cancelled',
  },
  step: {
    WAITING: 'Not yet asked',
    CURRENT: 'Awaiting decision',
    APPROVED: 'Approved',
    REJECTED: 'Rejected',
    REWORKED: 'Sent back',
    SKIPPED: 'Not required',
  },
  field: {
    organization: 'Organisation',
    number: 'Approval line',
    status: 'Status',
    requester: 'Asked for by',
    requestedAt: 'Asked for',
    decidedAt: 'Decided',
    issuedAt: 'Evidence issued',
    application: 'Application',
    controller: 'Data controller',
    version: 'Version',
    neverPublished: 'Never published',
    description: 'What the one who asked says',
    document: 'File of the document',
    sha256: 'SHA-256 of the file',
    round: 'Round',
    address: 'Address of the check',
    code: 'Code of the check',
  },
  section: {
    document: 'The document to be approved',
    approvers: 'Who decided, in order',
    earlier: 'Earlier rounds',
    round: 'Round {{round}}',
    check: 'How to check it',
  },
  column: { position: 'Step', approver: 'Approver', decision: 'Decision', at: 'When', comment: 'Comment' },
  instead: 'decided instead: {{name}}',
  before: 'The document stands before this page, and is enclosed in this PDF as the original file.',
  inside: 'The document is enclosed in this PDF as the original file.',
  how: 'Open this address and choose the original file to compare its SHA-256. Anybody can check it without signing in.',
  qr: 'QR code of the address of the check; scan it with a telephone to open it',
  notApproved: 'Not everybody has approved this document.',
  reopened: 'The record was changed after this document on {{time}}: the present one needs approval again.',
  altered:
    'The file that is kept does not match the SHA-256 that was noted when approval was asked for. Tell your admin at once, and do not use this file as evidence.',
  outdated: 'The record no longer reads like this document.',
} satisfies Shape<typeof th>;

export default approvalEvidence;
