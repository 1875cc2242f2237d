/** Queries of requests for other modules, and their lock. */
export { correctionsOf, find, lock, movesOf, type RequestRow, type RightRow, rightsOf } from './queries.ts';
