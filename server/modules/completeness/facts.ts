/** What the completeness of records is judged by, for other modules to read. */
export { factsOf } from './queries.ts';
