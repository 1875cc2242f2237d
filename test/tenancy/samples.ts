import { MODULE_CONTRACTS } from '../moduleContracts.ts';
import type { Sample } from './sample.ts';

/** One sample for every procedure; a procedure without one fails the tenant tests. */
export const SAMPLES: Record<string, Sample> = Object.assign({}, ...MODULE_CONTRACTS.map(({ samples }) => samples));
