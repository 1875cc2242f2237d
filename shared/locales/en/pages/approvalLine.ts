import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/approvalLine.ts';

export default {
  approvalLine: 'Approval line',
  approvalLineSettings: 'Approval line settings',
  approvalCheck: 'Check an approved document',
} satisfies Shape<typeof th>;
