import type th from '../th/entry.ts';
import type { Shape } from '../shape.ts';
import auth from './auth.ts';
import signIn from './signIn.ts';
import welcome from './welcome.ts';

export default { auth, signIn, welcome } satisfies Shape<typeof th>;
