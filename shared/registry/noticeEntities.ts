import type { EntityRule } from './entityRule.ts';

/** Privacy notices, which events tell of. */
export const NOTICE_ENTITIES = {
  privacyNotice: {
    module: 'PrivacyNotice',
    audience: 'privacyNotice.read',
    page: 'privacyNotice',
    list: 'privacyNotices',
    queries: {
      privacyNotice: 'id',
      'privacyNotice.list': true,
      'privacyNotice.uncovered': true,
      'consent.noticeChoices': true,
      'dataController.list': true,
      'dataController.get': true,
      'clock.running': true,
      'approvalLine.readiness': 'privacyNoticeId',
    },
  },
} as const satisfies Record<string, EntityRule>;
