import type { ModuleContract } from '../moduleContracts.ts';
import { incidentMove, listed, of, ws } from '../tenancy/sample.ts';
import type { World } from '../tenancy/world.ts';

const V1 = '/api/v1';

const incidentFields = (world: World) => ({
  title: 'ส่งแฟ้มผิดคน',
  reporter: { firstName: 'สมชาย', lastName: 'ใจดี', phone: '0812345678', email: 'somchai@test.example' },
  applicationIds: [world.applicationId],
  dataSubjectGroupIds: [world.itemIds.dataSubjectGroup],
  purposeIds: [world.purposeId],
  piiCategoryIds: [world.piiCategoryId],
  discoveredAt: '2026-01-02T10:00:00+07:00',
  occurredAt: '2026-01-02T09:00:00+07:00',
  actionsTaken: 'เรียกคืน',
  attachmentId: world.fileId,
});
const activityFields = { phase: 'CONTAINMENT', at: '2026-01-02T11:00:00+07:00', detail: 'ปิดระบบ' };
const riskDecision = { riskLevel: 'POSSIBLE_RISK', riskDescription: 'มีความเสี่ยง' };

export default {
  calls: [
    ['GET', `${V1}/{ws}/incidents`, 'incident.read'],
    ['POST', `${V1}/{ws}/incidents`, 'incident.report'],
    ['GET', `${V1}/{ws}/incidents/{id}`, 'incident.read'],
    ['PUT', `${V1}/{ws}/incidents/{id}`, 'incident.report'],
    ['POST', `${V1}/{ws}/incidents/{id}/submit`, 'incident.report'],
    ['POST', `${V1}/{ws}/incidents/{id}/accept`, 'incident.verify'],
    ['POST', `${V1}/{ws}/incidents/{id}/reject`, 'incident.verify'],
    ['POST', `${V1}/{ws}/incidents/{id}/revise`, 'incident.report'],
    ['POST', `${V1}/{ws}/incidents/{id}/assign`, 'incident.verify'],
    ['POST', `${V1}/{ws}/incidents/{id}/decide`, 'incident.verify'],
    ['POST', `${V1}/{ws}/incidents/{id}/verify`, 'incident.verify'],
    ['POST', `${V1}/{ws}/incidents/{id}/send-back`, 'incident.verify'],
    ['POST', `${V1}/{ws}/incidents/{id}/reopen`, 'incident.verify'],
    ['POST', `${V1}/{ws}/incidents/{id}/activities`, 'incident.respond'],
    ['PUT', `${V1}/{ws}/incidents/{id}/activities/{aid}`, 'incident.respond'],
    ['DELETE', `${V1}/{ws}/incidents/{id}/activities/{aid}`, 'incident.respond'],
    ['POST', `${V1}/{ws}/incidents/{id}/activities/resolve`, 'incident.respond'],
    ['POST', `${V1}/{ws}/exports/incidents`, 'incident.export'],
  ],
  samples: {
    'incident.list': listed,
    'incident.months': of(ws),
    'incident.get': incidentMove('ACTIVE'),
    'incident.create': of((world) => ({ ws: world.ws, ...incidentFields(world) })),
    'incident.update': incidentMove('PENDING', (world) => ({ rowVersion: 1, ...incidentFields(world) })),
    'incident.submit': incidentMove('WAITING'),
    'incident.accept': incidentMove('PENDING', (world) => ({
      ...riskDecision,
      assigneeId: world.people.Staff.personnelId,
    })),
    'incident.reject': incidentMove('PENDING', () => ({ reason: 'ไม่ใช่เหตุละเมิด' })),
    'incident.revise': incidentMove('REJECTED'),
    'incident.assign': incidentMove('ACTIVE', (world) => ({ assigneeId: world.people.DPO.personnelId })),
    'incident.decideRisk': incidentMove('ACTIVE', () => ({ ...riskDecision, riskLevel: 'HIGH_RISK' })),
    'incident.resolve': incidentMove('ACTIVE', () => ({ resolution: 'แก้ไขแล้ว' })),
    'incident.verify': incidentMove('RESPONDED'),
    'incident.sendBack': incidentMove('RESPONDED', () => ({ reason: 'ยังไม่ครบ' })),
    'incident.reopen': incidentMove('RESOLVED', () => ({ reason: 'พบข้อมูลใหม่' })),
    'incident.suggest': of((world) => ({ ws: world.ws, applicationIds: [world.applicationId] })),
    'incident.activities.add': incidentMove('ACTIVE', () => activityFields),
    'incident.activities.update': incidentMove('ACTIVE', (world) => ({
      aid: world.activityId,
      rowVersion: 1,
      ...activityFields,
    })),
    'incident.activities.remove': incidentMove('ACTIVE', (world) => ({ aid: world.activityId, rowVersion: 1 })),
    'incident.settings.get': of(ws),
    'incident.settings.update': of((world) => ({
      ws: world.ws,
      rowVersion: 1,
      authorityHours: 48,
      basis: 'awareness',
      alertHours: [12],
      publicForm: true,
    })),
    'incident.settings.renewLink': of(ws),
    'incident.clocks': of(ws),
    'incident.startExport': of((world) => ({ ws: world.ws, format: 'csv', input: { cause: 'PHISHING' } })),
  },
  menu: { incidents: 'ADS', incidentSettings: 'AD' },
} satisfies ModuleContract;
