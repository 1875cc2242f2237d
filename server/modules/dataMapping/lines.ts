/** What other modules may read of data mappings. */
export { list, listOfAll, mappedPurposes } from './queries.ts';
