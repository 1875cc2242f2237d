import type { Shape } from '../shape.ts';
import type th from '../th/approvalLine.ts';

const approvalLine = {
  approversMissing: 'At least one approver is needed',
  tooManyApprovers: 'At most 10 approvers',
  approverTwice: 'The same approver stands in the line twice',
  endsBeforeBegins: 'The end must come after the start',
} satisfies Shape<typeof th>;

export default approvalLine;
