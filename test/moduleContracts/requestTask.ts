import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of } from '../tenancy/sample.ts';

const proof = { method: 'ค้นด้วยเลขประจำตัว', count: 1 };

export default {
  calls: [],
  samples: {
    'requestTask.list': listed,
    'requestTask.get': of((world) => ({ ws: world.ws, id: world.requestTaskIds.OPEN })),
    'requestTask.ofRequest': of((world) => ({ ws: world.ws, requestId: world.searchedRequestId })),
    'requestTask.proposal': of((world) => ({ ws: world.ws, requestId: world.searchedRequestId })),
    'requestTask.choose': of((world) => ({
      ws: world.ws,
      requestId: world.searchedRequestId,
      part: 'APPLICATION',
      id: world.applicationId,
      chosen: true,
    })),
    'requestTask.applyProposal': of((world) => ({ ws: world.ws, requestId: world.searchedRequestId })),
    'requestTask.add': of((world) => ({
      ws: world.ws,
      requestId: world.searchedRequestId,
      rightId: world.searchedRightId,
      title: 'ตรวจเอกสารกระดาษ',
      applicationId: world.applicationId,
      assigneeId: world.people.Staff.personnelId,
    })),
    'requestTask.assign': of((world) => ({
      ws: world.ws,
      requestId: world.searchedRequestId,
      taskIds: [world.requestTaskIds.OPEN],
      assigneeId: world.people.DPO.personnelId,
    })),
    'requestTask.start': of((world) => ({ ws: world.ws, id: world.requestTaskIds.OPEN })),
    'requestTask.record': of((world) => ({
      ws: world.ws,
      id: world.requestTaskIds.INPROGRESS,
      note: 'พบแฟ้มแล้ว',
      proof,
    })),
    'requestTask.finish': of((world) => ({ ws: world.ws, id: world.requestTaskIds.OPEN, proof })),
    'requestTask.refuse': of((world) => ({
      ws: world.ws,
      id: world.requestTaskIds.OPEN,
      groundCode: 'NO_DATA',
      reason: 'ไม่มีข้อมูลของผู้ขอ',
    })),
    'requestTask.skip': of((world) => ({ ws: world.ws, id: world.requestTaskIds.OPEN, reason: 'ซ้ำกับงานอื่น' })),
    'requestTask.reopen': of((world) => ({ ws: world.ws, id: world.requestTaskIds.DONE, reason: 'พบข้อมูลเพิ่ม' })),
    'requestTask.gatherings': of((world) => ({ ws: world.ws, requestId: world.searchedRequestId })),
    'requestTask.gather': of((world) => ({ ws: world.ws, requestId: world.searchedRequestId })),
    'requestTask.consentChoices': of((world) => ({ ws: world.ws, id: world.requestTaskIds.OPEN })),
    'requestTask.withdrawConsent': of((world) => ({
      ws: world.ws,
      id: world.requestTaskIds.OPEN,
      choices: [{ consentId: world.consentId, purposeIds: [world.purposeId] }],
    })),
  },
  menu: { requestTasks: 'ADS' },
} satisfies ModuleContract;
