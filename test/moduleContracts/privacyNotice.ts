import { noticeDraft } from '../../shared/privacyNotice/draft.ts';
import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, page } from '../tenancy/sample.ts';

const V1 = '/api/v1/{ws}/privacy-notices';
const one = `${V1}/{id}`;

export default {
  calls: [
    ['GET', V1, 'privacyNotice.read'],
    ['POST', V1, 'privacyNotice.write'],
    ['GET', `${V1}/subject-rights`, 'privacyNotice.read'],
    ['GET', `${V1}/security-measures`, 'privacyNotice.read'],
    ['GET', one, 'privacyNotice.read'],
    ['PUT', one, 'privacyNotice.write'],
    ['DELETE', one, 'privacyNotice.write'],
    ['POST', `${one}/publish`, 'privacyNotice.write'],
    ['GET', `${one}/versions`, 'privacyNotice.read'],
    ['GET', `${one}/versions/{v}`, 'privacyNotice.read'],
    ['GET', `${one}/views`, 'privacyNotice.read'],
    ['POST', '/api/v1/{ws}/exports/privacy-notices', 'privacyNotice.read'],
    ['GET', `${one}/report`, 'privacyNotice.read'],
  ],
  samples: {
    'privacyNotice.list': listed,
    'privacyNotice.create': of((world) => ({
      ws: world.ws,
      name: 'ประกาศสำหรับลูกค้า',
      kind: 'customer',
      dataControllerId: world.controllerId,
    })),
    'privacyNotice.uncovered': listed,
    'privacyNotice.subjectRights': of((world) => ({ ws: world.ws })),
    'privacyNotice.securityMeasures': of((world) => ({ ws: world.ws, ...page })),
    'privacyNotice.get': of((world) => ({ ws: world.ws, id: world.noticeId })),
    'privacyNotice.preview': of((world) => ({
      ws: world.ws,
      id: world.noticeId,
      draft: noticeDraft.parse({ name: 'ชื่อใหม่', applications: [{ id: world.applicationId }] }),
    })),
    'privacyNotice.update': of((world) => ({
      ws: world.ws,
      id: world.draftNoticeId,
      rowVersion: 1,
      ...noticeDraft.parse({ name: 'ชื่อใหม่', applications: [{ id: world.applicationId }] }),
    })),
    'privacyNotice.publish': of((world) => ({ ws: world.ws, id: world.draftNoticeId, rowVersion: 1 }), {
      // It is incomplete: test/modules/privacy-notice.test.ts publishes a complete one.
      refused: ['privacyNotice.incomplete'],
    }),
    'privacyNotice.remove': of((world) => ({ ws: world.ws, id: world.draftNoticeId })),
    'privacyNotice.restore': of((world) => ({ ws: world.ws, id: world.withdrawnNoticeId, rowVersion: 1 })),
    'privacyNotice.drift': of((world) => ({ ws: world.ws, id: world.noticeId })),
    'privacyNotice.versions': of((world) => ({ ws: world.ws, id: world.noticeId, ...page })),
    'privacyNotice.version': of((world) => ({ ws: world.ws, id: world.noticeId, v: 1 })),
    'privacyNotice.views': of((world) => ({ ws: world.ws, id: world.noticeId })),
    'privacyNotice.startExport': of((world) => ({ ws: world.ws, format: 'csv', input: {} })),
    'privacyNotice.mailing': of((world) => ({ ws: world.ws, id: world.noticeId, v: 1 })),
    'privacyNotice.startMailing': of((world) => ({ ws: world.ws, id: world.noticeId, v: 1 }), {
      // test/modules/notice-mailing.test.ts starts one.
      refused: ['privacyNotice.mailingStarted'],
    }),
    'privacyNotice.report': of((world) => ({ ws: world.ws, id: world.noticeId })),
  },
  writers: ['expire_privacy_notice_views'],
  async fill({ owner, deps }, { ws, noticeId }) {
    const day = deps.now().toISOString().slice(0, 'YYYY-MM-DD'.length);
    await owner
      .insertInto('privacyNoticeViews')
      .values({ workspaceId: ws, privacyNoticeId: noticeId, day, language: 'th', views: 1 })
      .execute();
  },
} satisfies ModuleContract;
