import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/privacyNotice.ts';

export default {
  privacyNotices: 'Privacy notices',
  uncoveredApplications: 'Applications without a notice',
  privacyNotice: 'Privacy notice',
} satisfies Shape<typeof th>;
