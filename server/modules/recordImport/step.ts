import type { ImportMapping, ImportSummary } from '../../../shared/recordImport/schema.ts';
import { importSteps, type Run } from '../../platform/imports/step.ts';
import { store } from './queries.ts';

export type Step = Run<ImportMapping, ImportSummary>;
export const { progressReporter, note, moveOn } = importSteps(store);
