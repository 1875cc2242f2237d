import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, page } from '../tenancy/sample.ts';
import type { World } from '../tenancy/world.ts';

const V1 = '/api/v1';
const words = { th: 'ข้อความ', en: 'Words' };
const fields = (world: World) => ({
  name: 'แบบใหม่',
  description: '',
  title: words,
  detail: words,
  terms: words,
  submittedTitle: words,
  submittedDetail: words,
  rightRequests: [{ rightRequestId: world.rightId, customRequests: [words], fee: 0 }],
  expiryDays: 30,
  customFontName: '',
  customFontUrl: '',
  themeColor: '#3a3f8f',
  logo: world.photoId,
  customApiDescription: '',
});
const settings = {
  channels: { web: true, page: true, api: true, mobile: false },
  allowedOrigins: ['https://www.example.com'],
  jwtEnabled: false,
  drpEnabled: false,
};
const move = (id: 'requestFormId' | 'draftRequestFormId' | 'inactiveRequestFormId') =>
  of((world) => ({ ws: world.ws, id: world[id], rowVersion: 1 }));

export default {
  calls: [
    ['GET', `${V1}/{ws}/dsrm-request-forms`, 'requestForm.read'],
    ['POST', `${V1}/{ws}/dsrm-request-forms`, 'requestForm.write'],
    ['GET', `${V1}/{ws}/dsrm-request-forms/{id}`, 'requestForm.read'],
    ['PUT', `${V1}/{ws}/dsrm-request-forms/{id}`, 'requestForm.write'],
    ['DELETE', `${V1}/{ws}/dsrm-request-forms/{id}`, 'requestForm.write'],
    ['POST', `${V1}/{ws}/dsrm-request-forms/{id}/publish`, 'requestForm.write'],
    ['GET', `${V1}/{ws}/dsrm-request-form-versions/{id}`, 'requestForm.read'],
    ['GET', `${V1}/{ws}/dsrm-request-form-versions/{id}/versions/{v}`, 'requestForm.read'],
  ],
  samples: {
    'requestForm.list': listed,
    'requestForm.create': of((world) => ({
      ws: world.ws,
      name: 'แบบใหม่',
      description: '',
      applicationId: world.applicationId,
    })),
    'requestForm.get': of((world) => ({ ws: world.ws, id: world.requestFormId })),
    'requestForm.update': of((world) => ({
      ws: world.ws,
      id: world.requestFormId,
      rowVersion: 1,
      ...fields(world),
      ...settings,
    })),
    'requestForm.updateSettings': of((world) => ({
      ws: world.ws,
      id: world.requestFormId,
      rowVersion: 1,
      ...settings,
    })),
    'requestForm.publish': move('draftRequestFormId'),
    'requestForm.remove': of((world) => ({ ws: world.ws, id: world.draftRequestFormId })),
    'requestForm.deactivate': move('requestFormId'),
    'requestForm.reactivate': move('inactiveRequestFormId'),
    'requestForm.makeSecret': move('requestFormId'),
    'requestForm.versions': of((world) => ({ ws: world.ws, id: world.requestFormId, ...page })),
    'requestForm.version': of((world) => ({ ws: world.ws, id: world.requestFormId, v: 1 })),
  },
} satisfies ModuleContract;
