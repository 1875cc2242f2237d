import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';

/** The addresses of the list of requests, and of one of them. */
export const LIST = pageAddress('requests');
export const requestHref = (id: string): string => recordAddress('request', id);
