import { dpiaDraft } from '../../shared/dpia/content.ts';
import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, page } from '../tenancy/sample.ts';

const V1 = '/api/v1/{ws}';
/** A file of the CNIL's PIA application that contains only its name. */
const cnilFile = JSON.stringify({ pia: { name: 'PIA' }, answers: [], measures: [], evaluations: [], comments: [] });
const one = `${V1}/dpias/{id}`;

export default {
  calls: [
    ['GET', `${V1}/dpias`, 'dpia.read'],
    ['POST', `${V1}/dpias`, 'dpia.write'],
    ['POST', `${V1}/dpias/cnil`, 'dpia.write'],
    ['GET', one, 'dpia.read'],
    ['PUT', one, 'dpia.write'],
    ['DELETE', one, 'dpia.write'],
    ['GET', `${one}/report`, 'dpia.read'],
    ['POST', `${one}/not-required`, 'dpia.decide'],
    ['POST', `${one}/reopen`, 'dpia.write'],
    ['POST', `${one}/start`, 'dpia.write'],
    ['POST', `${one}/publish`, 'dpia.write'],
    ['POST', `${one}/new-version`, 'dpia.write'],
    ['GET', `${V1}/dpia-versions/{id}`, 'dpia.read'],
    ['GET', `${V1}/dpia-versions/{id}/version/{v}`, 'dpia.read'],
    ['POST', `${V1}/exports/dpias`, 'dpia.export'],
  ],
  samples: {
    'dpia.list': listed,
    'dpia.create': of((world) => ({
      ws: world.ws,
      applicationId: world.applicationId,
      name: 'ประเมินระบบใหม่',
      reason: 'ใช้ข้อมูลสุขภาพ',
    })),
    'dpia.cnilPreview': of((world) => ({ ws: world.ws, applicationId: world.applicationId, file: cnilFile })),
    'dpia.cnilImport': of((world) => ({ ws: world.ws, applicationId: world.applicationId, file: cnilFile })),
    'dpia.prepare': of((world) => ({ ws: world.ws, applicationId: world.applicationId })),
    'dpia.missing': listed,
    'dpia.settingsChange': of((world) => ({ ws: world.ws, id: world.dpiaId })),
    'dpia.adoptSettings': of((world) => ({ ws: world.ws, id: world.draftDpiaId })),
    'dpia.get': of((world) => ({ ws: world.ws, id: world.dpiaId })),
    'dpia.update': of((world) => ({
      ws: world.ws,
      id: world.draftDpiaId,
      rowVersion: 1,
      ...dpiaDraft.parse({ name: 'ชื่อใหม่', reason: 'เหตุผลใหม่' }),
    })),
    'dpia.remove': of((world) => ({ ws: world.ws, id: world.newDpiaId })),
    'dpia.notRequire': of((world) => ({ ws: world.ws, id: world.newDpiaId, why: 'ใช้ข้อมูลติดต่อเท่านั้น' })),
    'dpia.reopen': of((world) => ({ ws: world.ws, id: world.decidedDpiaId })),
    'dpia.start': of((world) => ({ ws: world.ws, id: world.newDpiaId })),
    'dpia.publish': of((world) => ({ ws: world.ws, id: world.draftDpiaId })),
    'dpia.carry': of((world) => ({ ws: world.ws, id: world.olderDpiaId })),
    'dpia.newVersion': of((world) => ({ ws: world.ws, id: world.dpiaId })),
    'dpia.report': of((world) => ({ ws: world.ws, id: world.dpiaId })),
    'dpia.reportPage': of((world) => ({ ws: world.ws, id: world.dpiaId, version: 0 })),
    'dpia.register': of((world) => ({ ws: world.ws, id: world.dpiaId })),
    'dpia.registerChanges': of((world) => ({ ws: world.ws, id: world.dpiaId })),
    'dpia.versions': of((world) => ({ ws: world.ws, id: world.dpiaId, ...page })),
    'dpia.version': of((world) => ({ ws: world.ws, id: world.dpiaId, v: 1 })),
    'dpia.decision': of((world) => ({ ws: world.ws, id: world.decidedDpiaId, number: 1 })),
    'dpia.startExport': of((world) => ({ ws: world.ws, format: 'csv', input: { risk: 'HIGH' } })),
  },
} satisfies ModuleContract;
