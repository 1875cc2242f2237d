import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';

/** The list of tasks of requests, and one of them. */
export const LIST = pageAddress('requestTasks');
export const taskHref = (id: string): string => recordAddress('requestTask', id);
