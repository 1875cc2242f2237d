import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, ws } from '../tenancy/sample.ts';

const V1 = '/api/v1';

/** An absence that does not exist in any world yet, and that is not too far ahead: the same in every world. */
const LEAVE = [300, 310].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());

export default {
  calls: [
    ['GET', `${V1}/{ws}/approval-lines`, 'approval.act'],
    ['POST', `${V1}/{ws}/approval-lines`, 'approval.write'],
    ['GET', `${V1}/{ws}/approval-lines/{id}`, 'approval.act'],
    ['PUT', `${V1}/{ws}/approval-lines/{id}`, 'approval.write'],
    ['DELETE', `${V1}/{ws}/approval-lines/{id}`, 'approval.write'],
    ['PUT', `${V1}/{ws}/approval-lines/{id}/status`, 'approval.act'],
    ['GET', `${V1}/{ws}/approval-lines/{id}/report`, 'approval.act'],
    ['GET', `${V1}/{ws}/approval-line-default-personnels`, 'approval.read'],
    ['PUT', `${V1}/{ws}/approval-line-default-personnels`, 'approval.settings'],
  ],
  samples: {
    'approvalLine.list': listed,
    'approvalLine.get': of((world) => ({ ws: world.ws, id: world.approvalLineId })),
    'approvalLine.report': of((world) => ({ ws: world.ws, id: world.approvalLineId })),
    'approvalLine.create': of((world) => ({
      ws: world.ws,
      reportType: 'ROPA',
      applicationId: world.readyApplicationId,
      approverIds: [world.people.DPO.personnelId, world.people.Staff.personnelId],
      description: 'ขออนุมัติ',
    })),
    'approvalLine.update': of((world) => ({
      ws: world.ws,
      id: world.approvalLineId,
      rowVersion: 1,
      approverIds: [world.people.Staff.personnelId, world.people.DPO.personnelId],
      description: 'ลำดับใหม่',
    })),
    'approvalLine.cancel': of((world) => ({ ws: world.ws, id: world.approvalLineId })),
    'approvalLine.act': of((world) => ({ ws: world.ws, id: world.movesLineId, status: 'APPROVED', comment: 'เห็นชอบ' })),
    'approvalLine.resubmit': of((world) => ({ ws: world.ws, id: world.reworkedLineId, description: 'แก้ไขแล้ว' })),
    'approvalLine.remind': of((world) => ({ ws: world.ws, id: world.approvalLineId })),
    'approvalLine.readiness': of((world) => ({
      ws: world.ws,
      reportType: 'ROPA',
      applicationId: world.readyApplicationId,
    })),
    'approvalLine.check': of((world) => ({ code: world.approvalCheckCode }), { bearer: true }),
    'approvalLine.defaults.get': of(ws),
    'approvalLine.defaults.update': of((world) => ({
      ws: world.ws,
      rowVersion: 1,
      ROPA: [world.people.DPO.personnelId],
      DPIA: [world.people.Admin.personnelId],
      remindAfterDays: 1,
    })),
    'approvalLine.absences.list': of(ws),
    'approvalLine.absences.create': of((world) => ({
      ws: world.ws,
      delegateId: world.people.DPO.personnelId,
      fromAt: LEAVE[0],
      untilAt: LEAVE[1],
      note: 'ลาพัก',
    })),
    'approvalLine.absences.end': of((world) => ({ ws: world.ws, id: world.absenceId })),
  },
} satisfies ModuleContract;
