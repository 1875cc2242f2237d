/** Queries of requests for other modules, and their lock. */
export {
  ATTACHMENT,
  attachmentsOf,
  correctionsOf,
  find,
  KNOWN_KEYS,
  lock,
  movesOf,
  type RequestRow,
  type RightRow,
  rightsOf,
} from './queries.ts';
