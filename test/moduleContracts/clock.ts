import type { ModuleContract } from '../moduleContracts.ts';
import { of, ws } from '../tenancy/sample.ts';

export default { calls: [], samples: { 'clock.running': of(ws) } } satisfies ModuleContract;
