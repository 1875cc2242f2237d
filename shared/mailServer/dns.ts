/** Letters that one string of a TXT record holds (RFC 1035 section 3.3). */
const STRING = 255;

/** A value of a TXT record as several strings of ASCII, which receivers put together again (RFC 7208 section 3.3). */
export const inTxtStrings = (value: string): string =>
  (value.match(new RegExp(`.{1,${STRING}}`, 'g')) ?? ['']).map((part) => `"${part}"`).join(' ');

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

interface Sender {
  readonly host: string;
  readonly fromAddress: string;
  readonly bounceAddress: string;
}

/** The records that the domains of a sender should have beside DKIM's, where its server delivers its mails itself. */
export function senderRecords({ host, fromAddress, bounceAddress }: Sender) {
  const from = domainOf(fromAddress);
  // SPF asks about the domain that bounces go to (RFC 7208 section 2.4).
  const returned = domainOf(bounceAddress || fromAddress);
  const sender = /^[0-9.]+$/.test(host) ? `ip4:${host}` : host.includes(':') ? `ip6:${host}` : `a:${host}`;
  return {
    spf: { name: returned, value: `v=spf1 ${sender} ~all` },
    dmarc: { name: `_dmarc.${from}`, domain: from, value: 'v=DMARC1; p=none' },
    /** Whether SPF counts for DMARC: both domains are one, or one is below the other (RFC 7489 section 3.1.2). */
    aligned: returned === from || returned.endsWith(`.${from}`) || from.endsWith(`.${returned}`),
  };
}
