import { runInNewContext } from 'node:vm';

/** The `token` function of a guide's second step, of a site whose token address answers with a status. */
export function tokenFunction(snippet: string): (status: number) => Promise<string> {
  const code = snippet.replace(/<\/?script[^>]*>/g, '');
  return async (answered) => {
    // As a browser does: a redirect is followed to a page, unless the code asks for it as it is.
    const fetch = async (_address: string, { redirect }: RequestInit = {}) =>
      answered === 302 && redirect !== 'manual'
        ? new Response('<html>')
        : new Response(answered === 200 ? 'a.b.c' : '<html>', { status: answered });
    let token!: () => Promise<string>;
    const api = { init: (options: { token: () => Promise<string> }) => void ({ token } = options) };
    runInNewContext(code, { fetch, window: { PokpongRequest: api }, PokpongConsent: api, Error });
    return token();
  };
}
