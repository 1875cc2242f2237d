import type { Shape } from '../shape.ts';
import type th from '../th/dpiaDecision.ts';

export default {
  exportTitle: 'Record that no assessment is required',
  title: 'Record that no impact assessment (DPIA) is required',
  short: 'DPIA not required',
  number: 'No. {{number}}',
  result: 'It was considered and no impact assessment is required',
  meta: {
    number: 'Document',
    organization: 'Organisation',
    workspace: 'Workspace',
    decidedAt: 'Decided on',
    decidedBy: 'Decided by',
    issued: 'Issued',
  },
  section: { subject: 'What was considered', why: 'Why none is required', signatures: 'Signatures' },
  column: {
    criterion: 'Nature of the processing',
    met: 'Result',
    question: 'Question',
    role: 'Capacity',
    name: 'Name',
    signature: 'Signature',
    date: 'Date',
  },
  met: 'Met',
  notMet: 'Not met',
  notAnswered: 'not answered',
  level: 'Result: level {{level}}',
  rule: {
    CURRENT:
      'An assessment is required when two or more of these criteria are met, or when the data risk is at level 3',
    OLDER: 'An assessment is required when two or more of these criteria are met',
  },
  noOpinion: 'No opinion is recorded',
  role: { decided: 'Decided by', dpo: 'Data protection officer (DPO)' },
  sha256: 'Hash of the content (SHA-256): {{sha256}}',
  decide: 'Record as not required',
  decideBody: 'A numbered document keeps the criteria, the answers and the reason. It cannot be changed.',
  why: 'Why none is required',
  whyHelp: 'Why this processing is not high risk, and what would require it to be considered again',
  decideDone: 'Recorded as not required',
  reopen: 'Consider again',
  reopenDone: 'Open for consideration again; the earlier document stays',
  decisions: 'Records that no assessment is required',
} satisfies Shape<typeof th>;
