import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, page, ws } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [
    ['GET', `${V1}/{ws}/dsrm-request`, 'request.read'],
    ['GET', `${V1}/{ws}/dsrm-request/board`, 'request.read'],
    ['PUT', `${V1}/{ws}/dsrm-request/{id}/fee`, 'request.manage'],
    ['GET', `${V1}/{ws}/dsrm-request/{id}`, 'request.read'],
    ['DELETE', `${V1}/{ws}/dsrm-request/{id}`, 'request.manage'],
    ['PUT', `${V1}/{ws}/dsrm-request/{id}`, 'request.write'],
    ['PUT', `${V1}/{ws}/dsrm-request/{id}/status`, 'request.write'],
    ['GET', `${V1}/{ws}/dsrm-request/personnel/{id}`, 'request.read'],
    ['POST', `${V1}/{ws}/exports/dsrm-request`, 'request.export'],
  ],
  samples: {
    'request.list': listed,
    'request.listOf': of((world) => ({ ws: world.ws, id: world.people.Staff.personnelId, ...page })),
    'request.get': of((world) => ({ ws: world.ws, id: world.requestId })),
    'request.create': of((world) => ({
      ws: world.ws,
      requestFormId: world.requestFormId,
      receivedAt: '2026-01-02T10:00:00+07:00',
      channel: 'POST',
      subject: { firstName: 'สมหญิง', lastName: 'ใจดี', email: 'somying@test.example', telephone: '', uid: '' },
      rights: [{ rightRequestId: world.rightId, requestDetail: 'ขอสำเนา' }],
    })),
    'request.board': of(ws),
    'request.update': of((world) => ({
      ws: world.ws,
      id: world.requestId,
      rowVersion: world.requestRowVersion,
      country: 'TH',
    })),
    'request.confirmKey': of((world) => ({
      ws: world.ws,
      id: world.requestId,
      rowVersion: world.requestRowVersion,
      key: 'email',
      reason: 'ตรงกับข้อมูลขององค์กร',
    })),
    'request.changeFee': of((world) => ({
      ws: world.ws,
      id: world.requestId,
      rightId: world.requestRightId,
      state: 'PAID',
      at: '2026-01-02T10:00:00+07:00',
    })),
    'request.changeStatus': of((world) => ({
      ws: world.ws,
      id: world.requestId,
      action: 'SUBMIT',
      reason: 'ส่งสำเนาแล้ว',
    })),
    'request.remove': of((world) => ({ ws: world.ws, id: world.unconfirmedRequestId })),
    'request.settings.endingSoon': of(ws),
    'request.settings.get': of(ws),
    'request.settings.update': of((world) => ({
      ws: world.ws,
      rowVersion: 1,
      clockStart: 'receipt',
      alertHours: [72],
      waitingDays: 7,
      approveOwn: true,
      identityDays: 30,
      retentionYears: 10,
    })),
    'request.startExport': of((world) => ({ ws: world.ws, format: 'csv', input: { status: 'NEW' } })),
  },
  writers: ['workspaces_to_anonymise'],
  menu: { requestSettings: 'AD' },
} satisfies ModuleContract;
