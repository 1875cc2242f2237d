import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';

/** The addresses of the list of tasks, and of one of them. */
export const LIST = pageAddress('requestTasks');
export const taskHref = (id: string): string => recordAddress('requestTask', id);
