import { createHash, createPublicKey, createVerify } from 'node:crypto';

const relaxed = (text: string) => text.replace(/[ \t]+/g, ' ').replace(/ $/, '');

/**
 * Whether a mail is signed with the key of this record, as a receiver verifies it (RFC 6376, relaxed/relaxed).
 * @param record `v=DKIM1; k=rsa; p=…`
 */
export function isSigned(raw: string, record: string): boolean {
  const at = raw.indexOf('\r\n\r\n');
  const headers = raw
    .slice(0, at)
    .replace(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
    .map((line) => [line.slice(0, line.indexOf(':')).trim().toLowerCase(), line.slice(line.indexOf(':') + 1)] as const);
  const signature = headers.find(([name]) => name === 'dkim-signature')?.[1] ?? '';
  const tags = Object.fromEntries(
    signature.split(';').map((tag) => {
      const [name = '', ...value] = tag.split('=');
      return [name.trim(), value.join('=').replace(/\s+/g, '')];
    }),
  );
  const body = raw
    .slice(at + 4)
    .split('\r\n')
    .map(relaxed)
    .join('\r\n')
    .replace(/(\r\n)*$/, '\r\n');
  if (createHash('sha256').update(body, 'latin1').digest('base64') !== tags.bh) return false;
  const left = [...headers];
  const signed = (tags.h ?? '').split(':').map((name) => {
    const index = left.findLastIndex(([one]) => one === name.toLowerCase());
    const [header] = index < 0 ? [] : left.splice(index, 1);
    return header ? `${name.toLowerCase()}:${relaxed(header[1]).trim()}\r\n` : '';
  });
  const unsigned = `dkim-signature:${relaxed(signature.replace(/(\bb=)[^;]*/, '$1')).trim()}`;
  const key = createPublicKey({
    key: Buffer.from(/p=(.+)$/.exec(record)?.[1] ?? '', 'base64'),
    format: 'der',
    type: 'spki',
  });
  return createVerify('sha256')
    .update(signed.join('') + unsigned, 'latin1')
    .verify(key, tags.b ?? '', 'base64');
}
