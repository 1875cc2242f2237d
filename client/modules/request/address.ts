import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';

/** The list of requests, and one of them. */
export const LIST = pageAddress('requests');
export const requestHref = (id: string): string => recordAddress('request', id);
