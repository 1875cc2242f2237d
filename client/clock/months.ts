import { bangkokMonth, monthAfter } from '../../shared/months.ts';
import { serverNow } from '../serverNow.ts';

/** The first month of a period of so many that ends with this one, in Bangkok, YYYY-MM; `monthsBack(1)`: this one. */
export const monthsBack = (count: number): string => monthAfter(bangkokMonth(new Date(serverNow())), 1 - count);
