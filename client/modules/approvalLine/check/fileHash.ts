/** Maximum size of documents. */
export const CHECK_LIMIT = 200_000_000;

/** SHA-256 of a file, hex, computed in this browser. Requires a secure context. */
export async function sha256Of(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return new Uint8Array(digest).reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '');
}

const CODE = /^[A-Za-z0-9_-]{20,40}$/;

/**
 * The code in a pasted text: the code itself, or the address of the check with it; null for anything else.
 * @example codeIn('https://pokpong.example/en/approval-check#code=Zm9v…')
 */
export function codeIn(text: string): string | null {
  const trimmed = text.trim();
  if (CODE.test(trimmed)) return trimmed;
  const named = URL.canParse(trimmed) ? new URLSearchParams(new URL(trimmed).hash.slice(1)).get('code') : null;
  return named !== null && CODE.test(named) ? named : null;
}
