import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';

/** The list of treatment plans, and one of them. */
export const LIST = pageAddress('treatmentPlans');
export const planHref = (id: string): string => recordAddress('treatmentPlan', id);
