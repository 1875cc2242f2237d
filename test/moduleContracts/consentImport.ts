import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, ws } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [
    ['GET', `${V1}/{ws}/user-consents/imports`, 'consent.write'],
    ['GET', `${V1}/{ws}/user-consents/imports/{id}`, 'consent.write'],
    ['PUT', `${V1}/{ws}/user-consents/imports/{id}/mapping`, 'consent.write'],
    ['POST', `${V1}/{ws}/user-consents/imports/{id}/check`, 'consent.write'],
    ['POST', `${V1}/{ws}/user-consents/imports/{id}/commit`, 'consent.write'],
    ['POST', `${V1}/{ws}/user-consents/imports/{id}/cancel`, 'consent.write'],
  ],
  samples: {
    'consentImport.forms': of(ws),
    'consentImport.list': listed,
    'consentImport.get': of((world) => ({ ws: world.ws, id: world.consentImportId })),
    'consentImport.preview': of((world) => ({ ws: world.ws, id: world.consentImportId, fields: {}, purposes: {} })),
    'consentImport.template': of((world) => ({ ws: world.ws, form: world.consentId, format: 'csv', locale: 'th' })),
    'consentImport.rejects': of((world) => ({ ws: world.ws, id: world.consentImportId }), { refused: ['NOT_FOUND'] }),
    'consentImport.create': of((world) => ({ ws: world.ws, form: world.consentId, fileId: world.fileId }), {
      refused: ['file.kind'],
    }),
    'consentImport.setMapping': of((world) => ({
      ws: world.ws,
      id: world.consentImportId,
      rowVersion: 1,
      sheet: 0,
      headingRow: 1,
      fields: {},
      purposes: {},
    })),
    'consentImport.check': of((world) => ({ ws: world.ws, id: world.consentImportId, rowVersion: 1 }), {
      refused: ['consentImport.unmapped'],
    }),
    'consentImport.commit': of((world) => ({ ws: world.ws, id: world.consentImportId, rowVersion: 1 }), {
      refused: ['consentImport.nothing'],
    }),
    'consentImport.cancel': of((world) => ({ ws: world.ws, id: world.consentImportId })),
    'consentImport.removeFiles': of((world) => ({ ws: world.ws, id: world.consentImportId })),
  },
} satisfies ModuleContract;
