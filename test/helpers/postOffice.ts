import { SMTPServer } from 'smtp-server';
import { MAIL_CERTIFICATE, MAIL_KEY } from './mailCertificate.ts';

interface Office {
  /** Unencrypted by default: with STARTTLS, or TLS from the first byte. */
  encryption?: 'none' | 'starttls' | 'tls';
  /** The only credentials accepted. */
  login?: { user: string; password: string };
  /** Refuses a sender. */
  refuseSender?: (address: string) => { responseCode: number; message: string } | null;
}

const refusing = (refusal: { responseCode: number; message: string } | null | undefined) =>
  refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode }) : undefined;

/** A mail server that stores received mails, over SMTP; `refuse` selects refused recipients. */
export async function postOffice(
  refuse?: (address: string) => { responseCode: number; message: string } | null,
  { encryption = 'none', login, refuseSender }: Office = {},
) {
  const received: { from: string; to: string[]; raw: string; isEncrypted: boolean }[] = [];
  const smtp = new SMTPServer({
    authOptional: login === undefined,
    ...(encryption === 'none'
      ? { disabledCommands: ['STARTTLS'] }
      : { secure: encryption === 'tls', cert: MAIL_CERTIFICATE, key: MAIL_KEY }),
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.password) done(null, { user: username });
      else done(Object.assign(new Error('Authentication credentials invalid'), { responseCode: 535 }));
    },
    onMailFrom({ address }, _session, done) {
      done(refusing(refuseSender?.(address)));
    },
    onRcptTo({ address }, _session, done) {
      done(refusing(refuse?.(address)));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          isEncrypted: session.secure,
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  // A killed node leaves its connections open.
  smtp.on('error', () => {});
  const port = await new Promise<number>((listening) => {
    const listener = smtp.listen(0, '127.0.0.1', () => listening((listener.address() as { port: number }).port));
  });
  return {
    received,
    port,
    url: `smtp://127.0.0.1:${port}?requireTLS=false`,
    close: () => new Promise<void>((closed) => smtp.close(() => closed())),
  };
}

/** The parts of a mail, decoded; nested parts are listed separately. */
export function partsOf(raw: string): { type: string; name: string; content: Buffer }[] {
  const [head = ''] = raw.split(/\r?\n\r?\n/);
  const header = (name: string) =>
    new RegExp(`^${name}:([^\\r\\n]*(?:\\r?\\n[ \\t][^\\r\\n]*)*)`, 'im')
      .exec(head)?.[1]
      ?.replace(/\r?\n\s+/g, ' ')
      .trim() ?? '';
  const type = header('Content-Type');
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  const body = raw.slice(head.length).replace(/^(\r?\n){2}/, '');
  if (boundary)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => partsOf(part.replace(/^\r?\n|\r?\n$/g, '')));
  const encoding = header('Content-Transfer-Encoding').toLowerCase();
  const unquoted = () =>
    Buffer.from(
      body
        .replace(/=\r?\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
      'latin1',
    );
  const content =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? unquoted()
        : Buffer.from(body);
  return [
    {
      type: type.split(';')[0]!,
      name: /name="?([^";]+)"?/.exec(header('Content-Disposition'))?.[1] ?? '',
      content:
        encoding === 'base64' && !type.startsWith('text/')
          ? content
          : Buffer.from(content.toString().replace(/\r\n/g, '\n')),
    },
  ];
}
