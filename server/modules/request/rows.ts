/** What other modules may read of requests, and how they lock one. */
export { find, lock, movesOf, type RequestRow, type RightRow, rightsOf } from './queries.ts';
