/** The facts from which completeness is calculated, for other modules. */
export { factsOf } from './queries.ts';
