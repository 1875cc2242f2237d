import ropa from './ropa.ts';

/** Namespaces of documents that the server makes (exports, reports); no screen needs them. */
export default { ropa };
