import { recordAddress } from '../../../shared/registry/entities.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';

/** The page at an import, or at the beginning of one. Example: `addressOf({ id }) // /consent/import?id=…` */
export const addressOf = (params: { id?: string; form?: string; step?: 'columns' } = {}): string =>
  pageAddress('consentImport', params);

/** The history of a form. */
export const historyOf = (form: string): string => pageAddress('consentDashboard', { form });
/** The form itself. */
export const formAddress = (form: string): string => recordAddress('consent', form);
