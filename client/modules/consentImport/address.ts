import { routeOf } from '../../../shared/registry/routes.ts';

/** The page at an import, or at the beginning of one. Example: `addressOf({ id }) // /consent/import?id=…` */
export const addressOf = (params: { id?: string; form?: string; step?: 'columns' } = {}): string => {
  const text = new URLSearchParams(params).toString();
  return text ? `${routeOf('consentImport').path}?${text}` : routeOf('consentImport').path;
};

/** The history of a form. */
export const historyOf = (form: string): string => `${routeOf('consentDashboard').path}?form=${form}`;
/** The form itself. */
export const formAddress = (form: string): string => `${routeOf('consents').path}/${form}`;
