import coming from './coming.ts';
import legal from './legal.ts';

/** Namespaces of pages that few people open at first; the client fetches them with such a page. */
export default { coming, legal };
