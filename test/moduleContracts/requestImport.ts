import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of } from '../tenancy/sample.ts';

export default {
  calls: [],
  samples: {
    'requestImport.list': listed,
    'requestImport.get': of((world) => ({ ws: world.ws, id: world.requestImportId })),
    'requestImport.preview': of((world) => ({ ws: world.ws, id: world.requestImportId, fields: {} })),
    'requestImport.template': of((world) => ({
      ws: world.ws,
      form: world.requestFormId,
      format: 'csv',
      locale: 'th',
    })),
    'requestImport.rejects': of((world) => ({ ws: world.ws, id: world.requestImportId }), { refused: ['NOT_FOUND'] }),
    'requestImport.create': of((world) => ({ ws: world.ws, form: world.requestFormId, fileId: world.fileId }), {
      refused: ['file.kind'],
    }),
    'requestImport.setMapping': of((world) => ({
      ws: world.ws,
      id: world.requestImportId,
      rowVersion: 1,
      sheet: 0,
      headingRow: 1,
      fields: {},
    })),
    'requestImport.check': of((world) => ({ ws: world.ws, id: world.requestImportId, rowVersion: 1 }), {
      refused: ['requestImport.unmapped'],
    }),
    'requestImport.commit': of((world) => ({ ws: world.ws, id: world.requestImportId, rowVersion: 1 }), {
      refused: ['requestImport.nothing'],
    }),
    'requestImport.cancel': of((world) => ({ ws: world.ws, id: world.requestImportId })),
    'requestImport.removeFiles': of((world) => ({ ws: world.ws, id: world.requestImportId })),
  },
} satisfies ModuleContract;
