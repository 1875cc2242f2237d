import type { Shape } from '../shape.ts';
import type th from '../th/approvalCheck.ts';

const approvalCheck = {
  title: 'Check an approved document',
} satisfies Shape<typeof th>;

export default approvalCheck;
