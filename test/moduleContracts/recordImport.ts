import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of } from '../tenancy/sample.ts';

export default {
  calls: [],
  samples: {
    'recordImport.list': listed,
    'recordImport.get': of((world) => ({ ws: world.ws, id: world.importId })),
    'recordImport.template': of((world) => ({ ws: world.ws, format: 'csv', locale: 'th' })),
    'recordImport.rejects': of((world) => ({ ws: world.ws, id: world.importId }), { refused: ['NOT_FOUND'] }),
    'recordImport.create': of((world) => ({ ws: world.ws, fileId: world.fileId }), { refused: ['file.kind'] }),
    'recordImport.setMapping': of((world) => ({
      ws: world.ws,
      id: world.importId,
      rowVersion: 1,
      sheet: 0,
      headingRow: 1,
      fields: {},
      addMissing: false,
    })),
    'recordImport.choices': of((world) => ({ ws: world.ws })),
    'recordImport.forget': of((world) => ({ ws: world.ws, id: world.importId, rowVersion: 1 })),
    'recordImport.check': of((world) => ({ ws: world.ws, id: world.importId, rowVersion: 1 }), {
      refused: ['recordImport.unmapped'],
    }),
    'recordImport.commit': of((world) => ({ ws: world.ws, id: world.importId, rowVersion: 1 }), {
      refused: ['recordImport.nothing'],
    }),
    'recordImport.cancel': of((world) => ({ ws: world.ws, id: world.importId })),
    'recordImport.removeFiles': of((world) => ({ ws: world.ws, id: world.importId })),
  },
} satisfies ModuleContract;
