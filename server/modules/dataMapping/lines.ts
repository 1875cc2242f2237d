/** Queries of data mappings for other modules. */
export { list, listOfAll, mappedPurposes } from './queries.ts';
