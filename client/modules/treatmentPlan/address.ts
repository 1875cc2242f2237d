import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';

/** The addresses of the list of treatment plans, and of one of them. */
export const LIST = pageAddress('treatmentPlans');
export const planHref = (id: string): string => recordAddress('treatmentPlan', id);
