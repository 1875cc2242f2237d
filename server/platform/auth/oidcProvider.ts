import * as client from 'openid-client';
import type { Config } from '../config.ts';
import type { ProviderClaims } from './oauth.ts';

type Provider = NonNullable<Config['oidc']>;
const SECONDS = 10;
const SCOPE = 'openid email profile';

/** What must be remembered between leaving for the provider and coming back. */
export interface Journey {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
}

const discovered = new WeakMap<Provider, Promise<client.Configuration>>();

/** What the provider publishes about itself; asked for once, and again after a failure. */
function discover(provider: Provider, production: boolean): Promise<client.Configuration> {
  const known = discovered.get(provider);
  if (known) return known;
  const issuer = new URL(provider.issuer);
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(issuer.hostname);
  const insecure = issuer.protocol === 'http:' && (loopback || !production);
  const discovery = client.discovery(
    issuer,
    provider.clientId,
    undefined,
    provider.clientSecret ? client.ClientSecretBasic(provider.clientSecret) : client.None(),
    {
      timeout: SECONDS,
      execute: insecure ? [client.allowInsecureRequests] : [],
    },
  );
  discovered.set(provider, discovery);
  discovery.catch(() => discovered.delete(provider));
  return discovery;
}

/**
 * The provider's address to send the browser to, with PKCE (RFC 7636), state and nonce. `again`: it is to ask who is
 * there, whoever it knows already, and to state when it asked (OpenID Connect Core 3.1.2.1).
 */
export async function startJourney(
  provider: Provider,
  redirectUri: string,
  locale: string,
  { production, again }: { production: boolean; again: boolean },
): Promise<{ url: URL; journey: Journey }> {
  const configuration = await discover(provider, production);
  const journey: Journey = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    redirectUri,
  };
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: SCOPE,
    response_type: 'code',
    state: journey.state,
    nonce: journey.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(journey.verifier),
    code_challenge_method: 'S256',
    ui_locales: locale,
    ...(again && { prompt: 'login', max_age: '0' }),
  });
  return { url, journey };
}

/**
 * Trades the answer of the provider for what it says of the person; signature, issuer, audience, nonce and state are
 * checked by the library.
 * @throws the library's errors
 */
export async function endJourney(
  provider: Provider,
  journey: Journey,
  search: string,
  production: boolean,
): Promise<ProviderClaims> {
  const configuration = await discover(provider, production);
  const tokens = await client.authorizationCodeGrant(configuration, new URL(`${journey.redirectUri}${search}`), {
    pkceCodeVerifier: journey.verifier,
    expectedState: journey.state,
    expectedNonce: journey.nonce,
    idTokenExpected: true,
  });
  const idToken = tokens.claims();
  if (!idToken) throw new Error('the provider sent no ID token');
  // Many providers put the address into the user-info answer only.
  const about =
    idToken.email === undefined && configuration.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(configuration, tokens.access_token, idToken.sub)
      : idToken;
  return {
    issuer: idToken.iss,
    subject: idToken.sub,
    email: text(about.email),
    emailVerified: about.email_verified === true || (about.email_verified as unknown) === 'true',
    name: text(about.name),
    ...(idToken.auth_time !== undefined && { authenticatedAt: new Date(idToken.auth_time * 1000) }),
  };
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Whether the person, or the provider on its own, ended the sign-in (RFC 6749 section 4.1.2.1). */
export const wasCancelled = (error: unknown): boolean =>
  error instanceof client.AuthorizationResponseError &&
  ['access_denied', 'login_required', 'consent_required', 'interaction_required'].includes(error.error);
