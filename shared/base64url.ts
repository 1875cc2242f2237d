export type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The bytes of a part of a JWS (RFC 7515); null unless it is written exactly as base64url writes them: decoders
 * overlook padding, signs of plain base64, blanks and the last bits, and so a change in them.
 */
export function bytesOf(part: string): Bytes | null {
  if (!/^[\w-]*$/.test(part)) return null;
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    const exact = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    return exact === part ? Uint8Array.from(binary, (sign) => sign.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}
