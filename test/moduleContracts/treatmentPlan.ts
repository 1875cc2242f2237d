import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of } from '../tenancy/sample.ts';

const V1 = '/api/v1/{ws}';
const older = `${V1}/dpia-version/{id}/treatment-plans/{tid}`;
const action = { date: '2026-01-05', time: '09:30', detail: 'ปิดสิทธิที่ไม่ได้ใช้' };
const found = { p: 'LOW', m: 'MEDIUM', d: 'LOW', detail: 'ทดสอบแล้ว' } as const;

export default {
  calls: [
    ['GET', `${V1}/dpia-treatment-plans`, 'treatmentPlan.read'],
    ['GET', `${V1}/dpia-treatment-plans/{id}`, 'treatmentPlan.read'],
    ['PUT', `${V1}/dpia-treatment-plans/{id}/status`, 'treatmentPlan.write'],
    ['POST', `${V1}/dpia-treatment-plans/{id}/resolved`, 'treatmentPlan.write'],
    ['GET', `${V1}/dpias/{id}/treatment-plan`, 'dpia.read'],
    ['GET', older, 'treatmentPlan.read'],
    ['POST', `${older}/resolve`, 'treatmentPlan.write'],
    ['POST', `${older}/actions`, 'treatmentPlan.write'],
    ['PUT', `${older}/actions/{aid}`, 'treatmentPlan.write'],
    ['DELETE', `${older}/actions/{aid}`, 'treatmentPlan.write'],
    ['POST', `${V1}/exports/treatment-plans`, 'dpia.export'],
  ],
  samples: {
    'treatmentPlan.list': listed,
    'treatmentPlan.board': listed,
    'treatmentPlan.calendar': of((world) => ({ ws: world.ws, month: '2026-01' })),
    'treatmentPlan.listOf': of((world) => ({ ws: world.ws, id: world.dpiaId })),
    'treatmentPlan.get': of((world) => ({ ws: world.ws, id: world.planIds.NEW })),
    'treatmentPlan.changeStatus': of((world) => ({ ws: world.ws, id: world.planIds.NEW, status: 'INPROGRESS' })),
    'treatmentPlan.move': of((world) => ({ ws: world.ws, id: world.planIds.NEW, action: 'start' })),
    'treatmentPlan.resolve': of((world) => ({ ws: world.ws, id: world.planIds.INPROGRESS, ...found })),
    'treatmentPlan.reassign': of((world) => ({
      ws: world.ws,
      id: world.planIds.NEW,
      assigneeId: world.people.DPO.personnelId,
    })),
    'treatmentPlan.addAction': of((world) => ({ ws: world.ws, id: world.planIds.INPROGRESS, ...action })),
    'treatmentPlan.updateAction': of((world) => ({
      ws: world.ws,
      id: world.planIds.INPROGRESS,
      actionId: world.planActionId,
      rowVersion: 1,
      ...action,
    })),
    'treatmentPlan.removeAction': of((world) => ({
      ws: world.ws,
      id: world.planIds.INPROGRESS,
      actionId: world.planActionId,
    })),
    'treatmentPlan.older.get': of((world) => ({ ws: world.ws, id: world.dpiaId, tid: world.planIds.NEW })),
    'treatmentPlan.older.resolve': of((world) => ({
      ws: world.ws,
      id: world.dpiaId,
      tid: world.planIds.INPROGRESS,
      ...found,
    })),
    'treatmentPlan.older.addAction': of((world) => ({
      ws: world.ws,
      id: world.dpiaId,
      tid: world.planIds.INPROGRESS,
      ...action,
    })),
    'treatmentPlan.older.updateAction': of((world) => ({
      ws: world.ws,
      id: world.dpiaId,
      tid: world.planIds.INPROGRESS,
      aid: world.planActionId,
      rowVersion: 1,
      ...action,
    })),
    'treatmentPlan.older.removeAction': of((world) => ({
      ws: world.ws,
      id: world.dpiaId,
      tid: world.planIds.INPROGRESS,
      aid: world.planActionId,
    })),
    'treatmentPlan.startExport': of((world) => ({ ws: world.ws, format: 'csv', input: { due: 'OPEN' } })),
  },
} satisfies ModuleContract;
