import type { Shape } from '../shape.ts';
import type consentAdminTh from '../th/consentAdmin.ts';

export default {
  title: 'Admin Console',
} satisfies Shape<typeof consentAdminTh>;
