import type { DpiaVariant } from '../../../../shared/dpia/framework.ts';
import { pageAddress } from '../../../../shared/registry/addresses.ts';

/** The address of an assessment: each variant has its own page. */
export const dpiaAddress = (variant: DpiaVariant, id: string): string =>
  pageAddress(variant === 'OLDER' ? 'dpiaVersion1' : 'dpia', { id });

/** The address of the list of a variant. */
export const dpiasAddress = (variant: DpiaVariant): string =>
  pageAddress(variant === 'OLDER' ? 'dpiasVersion1' : 'dpias');
