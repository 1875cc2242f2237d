import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

export interface Account {
  email?: string;
  email_verified?: boolean;
  name?: string;
}

export interface TestProvider {
  readonly issuer: string;
  /** By login name. */
  readonly accounts: Map<string, Account>;
  /** Visits the provider's pages like the person does; returns the address to which it redirects the browser. */
  visit(start: string, login: string | 'abort'): Promise<string>;
  close(): Promise<void>;
}

export const CLIENT = { id: 'pokpong', secret: 'a-secret-of-the-test' };

/**
 * A real OpenID Connect provider on this machine, for one client. The address is in the user-info response unless
 * `inIdToken`; the ID token states when the person signed in. `port`: a fixed port, if it must be known in advance.
 */
export async function startProvider(
  redirectUri: string,
  options: { inIdToken?: boolean; port?: number } = {},
): Promise<TestProvider> {
  const accounts = new Map<string, Account>();
  const http = createServer();
  await new Promise<void>((listening) => http.listen(options.port ?? 0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        require_auth_time: true,
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !options.inIdToken,
    cookies: { keys: ['test'] },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts.get(id) }) }),
  });
  http.on('request', provider.callback());
  return {
    issuer,
    accounts,
    visit: (start, login) => visit(start, login, new URL(redirectUri).origin),
    close: () =>
      new Promise((closed) => {
        http.close(() => closed());
        http.closeAllConnections();
      }),
  };
}

async function visit(start: string, login: string, home: string): Promise<string> {
  const jar = new Map<string, string>();
  const open = async (url: string, body?: URLSearchParams) => {
    const response = await fetch(url, {
      redirect: 'manual',
      method: body ? 'POST' : 'GET',
      body,
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name) jar.set(name, value ?? '');
    }
    return response;
  };
  let response = await open(start);
  for (let steps = 0; steps < 12; steps += 1) {
    const location = response.headers.get('location');
    if (location) {
      const next = new URL(location, response.url).href;
      if (next.startsWith(home)) return next;
      response = await open(next);
      continue;
    }
    if (response.status !== 200) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    const page = await response.text();
    const action = /action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (!action || !prompt) throw new Error('the provider shows no form');
    const target = new URL(action, response.url).href;
    response =
      login === 'abort'
        ? await open(`${response.url}/abort`)
        : await open(target, new URLSearchParams({ prompt, login, password: 'anything' }));
  }
  throw new Error('the provider never sent the browser back');
}
