import type { DpiaVariant } from '../../../../shared/dpia/framework.ts';
import { pageAddress } from '../../../../shared/registry/addresses.ts';

/** The page of an assessment: each variant has its own. */
export const dpiaAddress = (variant: DpiaVariant, id: string): string =>
  pageAddress(variant === 'OLDER' ? 'dpiaVersion1' : 'dpia', { id });

/** The page of the list of a variant. */
export const dpiasAddress = (variant: DpiaVariant): string =>
  pageAddress(variant === 'OLDER' ? 'dpiasVersion1' : 'dpias');
