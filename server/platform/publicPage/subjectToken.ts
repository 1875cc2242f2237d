import { errors as jose, jwtVerify } from 'jose';
import { createHash, randomBytes } from 'node:crypto';
import { bytesOf } from '../../../shared/base64url.ts';

/** A form whose visitors may have to be vouched for by the site they come from. */
export interface TokenForm {
  readonly id: string;
  /** What its tokens are signed with; null until one is made. */
  readonly secret: Uint8Array | null;
}

/** What can be wrong with a token; a module has an error of its own for each. */
export type TokenProblem = 'Missing' | 'Invalid' | 'Expired' | 'TooLong' | 'Subject' | 'Audience' | 'Id';
type Refuse = (problem: TokenProblem) => Error;

/** A fresh secret for a form's tokens: 32 random bytes as base64url. Its text is the HS256 key. */
export const newTokenSecret = (): string => randomBytes(32).toString('base64url');

/** A token lives an hour at most; clocks of two machines may differ by some seconds. */
const LONGEST_SECONDS = 3600;
const SKEW_SECONDS = 5;
const ID_LIMIT = 200;

/** What makes a token good for one submission only. */
export interface TokenUse {
  /** SHA-256 of its jti. */
  readonly token: Buffer;
  /** When it expires: until then the use is remembered. */
  readonly tokenEnds: Date;
}

/**
 * Checks the token (JWT, RFC 7519, HS256 with the form's secret) that comes with a submission or look-up of `uid`.
 * `aud`, where it is there, must name the form.
 * @throws what `refused` makes of `Missing`, `Invalid` (not signed with this form's secret), `Expired`, `TooLong`
 * (expires
 *   in more than an hour), `Subject` (of another uid), `Audience` (of another form), `Id` (without jti)
 */
export async function checkSubjectToken(
  form: TokenForm,
  { token, uid, now }: { token: string | undefined; uid: string; now: Date },
  refused: Refuse,
): Promise<TokenUse> {
  if (!token) throw refused('Missing');
  if (!form.secret) throw refused('Invalid');
  const claims = await verifiedClaims(form.secret, token, now, refused);
  if (typeof claims.exp !== 'number') throw refused('Expired');
  if (claims.exp > now.getTime() / 1000 + LONGEST_SECONDS + SKEW_SECONDS) throw refused('TooLong');
  if (typeof claims.sub !== 'string' || claims.sub.trim().normalize('NFC') !== uid) throw refused('Subject');
  if (claims.aud !== undefined && claims.aud !== form.id) throw refused('Audience');
  if (typeof claims.jti !== 'string' || claims.jti === '' || claims.jti.length > ID_LIMIT) throw refused('Id');
  return {
    token: createHash('sha256').update(claims.jti).digest(),
    // Remembered a little longer than it is good for.
    tokenEnds: new Date((claims.exp + 2 * SKEW_SECONDS) * 1000),
  };
}

async function verifiedClaims(secret: Uint8Array, token: string, now: Date, refused: Refuse) {
  // The library reads more than base64url (RFC 7515 section 2): one token would come in many writings.
  if (token.split('.').some((part) => bytesOf(part) === null)) throw refused('Invalid');
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      currentDate: now,
      clockTolerance: SKEW_SECONDS,
    });
    return payload;
  } catch (error) {
    if (error instanceof jose.JWTExpired) throw refused('Expired');
    if (error instanceof jose.JOSEError) throw refused('Invalid');
    throw error;
  }
}
