import auth from './auth.ts';
import signIn from './signIn.ts';
import welcome from './welcome.ts';

/** Namespaces of the pages before one is signed in; the client fetches them with such a page. */
export default { auth, signIn, welcome };
