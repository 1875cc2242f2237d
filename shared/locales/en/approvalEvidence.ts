import type { Shape } from '../shape.ts';
import type th from '../th/approvalEvidence.ts';

const approvalEvidence = {
  title: 'Evidence of approval',
  fileName: 'Evidence of approval {{number}} {{name}}',
  type: {
    ROPA: 'Record of processing activities (RoPA)',
    DPIA: 'Data protection impact assessment (DPIA)',
    NOTICE: 'Privacy notice',
  },
  status: {
    NEW: 'Awaiting approval',
    PENDING: 'Partly approved',
    APPROVED: 'Approved',
    REJECTED: 'Rejected',
    REWORKED: 'Sent back',
    CANCEL: 'Cancelled',
  },
  step: {
    WAITING: 'Not yet their turn',
    CURRENT: 'Awaiting decision',
    APPROVED: 'Approved',
    REJECTED: 'Rejected',
    REWORKED: 'Sent back',
    SKIPPED: 'Not required',
  },
  field: {
    organization: 'Organisation',
    number: 'Approval request no.',
    status: 'Status',
    requester: 'Requested by',
    requestedAt: 'Requested on',
    decidedAt: 'Request ended on',
    issuedAt: 'Evidence issued',
    application: 'Application',
    controller: 'Data controller',
    version: 'Version',
    description: 'Note from the requester',
    document: 'Document file',
    sha256: 'SHA-256 of the file',
    round: 'Round',
    address: 'Verification address',
    code: 'Verification code',
  },
  version: {
    never: 'Draft before version 1',
    published: '{{number}}',
    draft: 'Draft after version {{number}}',
    unknown: 'Version {{number}}, or a draft before or after it',
  },
  section: {
    document: 'Document for approval',
    approvers: 'Approvers, in order',
    earlier: 'Earlier rounds',
    round: 'Round {{round}}',
    check: 'Verification',
  },
  column: { position: 'Step', approver: 'Approver', decision: 'Decision', at: 'When', comment: 'Comment' },
  instead: 'decided by delegate {{name}}',
  before: 'The document precedes this page and is attached to this PDF as the original file.',
  inside: 'The document is attached to this PDF as the original file.',
  how: 'Open this address and choose the original file to compare its SHA-256. Anyone can verify it without signing in.',
  qr: 'QR code of the verification address; scan it with a phone to open it',
  notApproved: 'This document is not yet approved at every step.',
  reopened: 'The record changed after this document on {{time}}: the current one needs approval again.',
  deleted: 'The record of this document was deleted on {{time}}, after the approval.',
  altered:
    'The stored file does not match the SHA-256 recorded when approval was requested. Notify your Admin immediately, and do not use this file as evidence.',
  outdated: 'The record no longer matches this document.',
} satisfies Shape<typeof th>;

export default approvalEvidence;
