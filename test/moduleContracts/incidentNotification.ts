import type { ModuleContract } from '../moduleContracts.ts';
import { incidentMove, listed, of, page, ws } from '../tenancy/sample.ts';
import type { World } from '../tenancy/world.ts';

const V1 = '/api/v1';

// The same for both worlds; within the hours since their incidents.
const notifiedAt = new Date().toISOString();
const notificationFields = (world: World) => ({
  recipientGroup: 'TOP_MANAGEMENT',
  channel: 'OTHER',
  locale: 'th',
  recipients: [{ name: 'ผู้บริหาร', email: 'top@management.example', phone: '' }],
  subject: 'แจ้งเหตุ',
  opinion: '',
  message: 'มีเหตุละเมิด',
  notifiedAt: notifiedAt,
  attachmentId: world.fileId,
});

export default {
  calls: [
    ['GET', `${V1}/{ws}/incidents/{id}/notifications`, 'incident.notify'],
    ['POST', `${V1}/{ws}/incidents/{id}/notifications`, 'incident.notify'],
  ],
  samples: {
    'incidentNotification.incidents': listed,
    'incidentNotification.list': incidentMove('ACTIVE', () => page),
    'incidentNotification.mailLimits': of(ws),
    'incidentNotification.create': incidentMove('ACTIVE', (world) => ({ ...notificationFields(world), send: true })),
    'incidentNotification.update': incidentMove('ACTIVE', (world) => ({
      nid: world.notificationIds.draft,
      rowVersion: 1,
      ...notificationFields(world),
    })),
    'incidentNotification.send': incidentMove('ACTIVE', (world) => ({ nid: world.notificationIds.draft })),
    'incidentNotification.resend': incidentMove('ACTIVE', (world) => ({ nid: world.notificationIds.failed })),
    'incidentNotification.answer': incidentMove('ACTIVE', (world) => ({
      nid: world.notificationIds.failed,
      answer: 'GIVEN_UP',
      reason: 'ไม่มีที่อยู่อื่น',
    })),
    // The mailer may have written it meanwhile.
    'incidentNotification.stop': of(
      (world) => ({
        ws: world.ws,
        id: world.incidentIds.ACTIVE,
        nid: world.notificationIds.waiting,
        reason: 'ส่งผิดข้อความ',
      }),
      { refused: ['incidentNotification.nothingWaits'] },
    ),
    'incidentNotification.deliveries': incidentMove('ACTIVE', (world) => ({
      nid: world.notificationIds.failed,
      ...page,
    })),
    'incidentNotification.remove': incidentMove('ACTIVE', (world) => ({ nid: world.notificationIds.draft })),
    'incidentNotification.draft': incidentMove('ACTIVE', () => ({
      recipientGroup: 'DATA_PROTECTION_AUTHORITY',
      locale: 'th',
    })),
  },
  menu: { incidentNotifications: 'AD' },
} satisfies ModuleContract;
