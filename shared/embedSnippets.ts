// What the guides of consent and request forms have in common of the code and values that integrators copy.

/**
 * What the Content-Security-Policy of a page has to allow that embeds a form of the product: nothing inline
 * (docs/decisions/019).
 */
export const formPolicy = (publicUrl: string): string =>
  ['script-src', 'style-src', 'connect-src', 'img-src'].map((directive) => `${directive} ${publicUrl}`).join('; ');

/**
 * Fetches the token by which a site vouches for its visitor. A refusal, or the way to a page to sign in, is none.
 * @param otherwise code of the result without one
 */
export const tokenCode = (path: string, otherwise: string): string[] => [
  'token: async () => {',
  `  const answer = await fetch('${path}', { redirect: 'manual' });`,
  `  return answer.ok ? answer.text() : ${otherwise};`,
  '},',
];
