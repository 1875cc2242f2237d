import type { ModuleContract } from '../moduleContracts.ts';
import { of, page } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [['GET', `${V1}/{ws}/exports/{id}`, 'session']],
  samples: {
    'export.start': of((world) => ({
      ws: world.ws,
      kind: 'application-ropa',
      format: 'xlsx',
      subjectId: world.applicationId,
    })),
    'export.get': of((world) => ({ ws: world.ws, id: world.exportId })),
    'export.list': of((world) => ({ ws: world.ws, ...page, subjectId: world.applicationId })),
    'export.retry': of((world) => ({ ws: world.ws, id: world.failedExportId })),
    'export.clear': of((world) => ({ ws: world.ws, id: world.exportId })),
  },
  menu: { reports: 'ADT' },
} satisfies ModuleContract;
