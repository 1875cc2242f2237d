import type { ImportMapping, ImportSummary } from '../../../shared/recordImport.ts';
import { importSteps, type Run } from '../../imports/step.ts';
import { store } from './queries.ts';

export type Step = Run<ImportMapping, ImportSummary>;
export const { teller, note, moveOn } = importSteps(store, 'import.progressed');
