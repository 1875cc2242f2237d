import { type AddressValues, pageAddress } from '../registry/addresses.ts';
import type { DpiaVariant } from './framework.ts';

/** The address of an assessment: each variant has its own page. */
export const dpiaAddress = (variant: DpiaVariant, id: string, search: AddressValues = {}): string =>
  pageAddress(variant === 'OLDER' ? 'dpiaVersion1' : 'dpia', { ...search, id });

/** The address of the list of a variant, with these filters. */
export const dpiasAddress = (variant: DpiaVariant, filters: AddressValues = {}): string =>
  pageAddress(variant === 'OLDER' ? 'dpiasVersion1' : 'dpias', filters);
