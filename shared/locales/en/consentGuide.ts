import type { Shape } from '../shape.ts';
import type consentGuideTh from '../th/consentGuide.ts';

export default {
  title: 'Collection channels',
} satisfies Shape<typeof consentGuideTh>;
