import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lookAtHostKey } from '../../server/modules/schedule/connection.ts';
import { postOutbound } from '../../server/platform/http/outbound.ts';
import { openMailbox } from '../../server/platform/mail/returns/mailbox.ts';
import { createServerTransport } from '../../server/platform/mail/transport.ts';
import { CHANGING_NAME, withChangingName } from '../helpers/changingName.ts';

/** A public address assigned to nobody (IANA reserves 2d00::/8). */
const PUBLIC = '2d00::1';
const INSIDE = '127.0.0.1';

/** A machine inside the network, which must not be reached. */
let inside: Server;
let port: number;
let reached: number;
beforeEach(async () => {
  reached = 0;
  inside = createServer((socket) => {
    reached += 1;
    socket.on('error', () => {}).destroy();
  });
  inside.listen(0, INSIDE);
  await once(inside, 'listening');
  ({ port } = inside.address() as AddressInfo);
});
afterEach(() => new Promise((resolve) => inside.close(resolve)));

interface Way {
  readonly name: string;
  /** Connects to the name once. @throws on any failure */
  connect(toPrivateNetwork: boolean): Promise<unknown>;
}

const ways: readonly Way[] = [
  {
    name: 'of an SFTP server',
    connect: (toPrivateNetwork) =>
      lookAtHostKey(
        { host: CHANGING_NAME, port, username: 'drop', signIn: 'password', secret: 'correct horse' },
        { toPrivateNetwork, signal: new AbortController().signal, patience: { connectMs: 3000, answerMs: 3000 } },
      ),
  },
  {
    name: 'of a webhook',
    connect: (toPrivateNetwork) =>
      postOutbound(`https://${CHANGING_NAME}:${port}/`, {}, { toPrivateNetwork, timeoutMs: 3000 }),
  },
  {
    name: 'of a mail server',
    async connect(toPrivateNetwork) {
      const transport = createServerTransport(
        { host: CHANGING_NAME, port, encryption: 'none', certificate: '', username: '', password: null, dkim: null },
        'privacy@example.com',
        { toPrivateNetwork },
      );
      try {
        await transport.verify();
      } finally {
        transport.close();
      }
    },
  },
  ...(['tls', 'starttls'] as const).map((encryption) => ({
    name: `of a mailbox by ${encryption}`,
    connect: (toPrivateNetwork: boolean) =>
      openMailbox(
        {
          host: CHANGING_NAME,
          port,
          encryption,
          certificate: '',
          username: 'bounces',
          password: 'correct horse',
          folder: 'INBOX',
        },
        { toPrivateNetwork },
        AbortSignal.timeout(3000),
      ),
  })),
];

describe.each(ways)('a name $name that resolves differently from one query to the next', ({ connect }) => {
  it('is resolved once, and the connection uses the checked address', async () => {
    const questions = await withChangingName([[PUBLIC], [INSIDE]], () => expect(connect(false)).rejects.toThrow());
    expect({ questions, reached }).toEqual({ questions: 1, reached: 0 });
  });

  it('is checked again for the next connection, which is then refused', async () => {
    const questions = await withChangingName([[PUBLIC], [INSIDE]], async () => {
      await expect(connect(false)).rejects.toThrow();
      await expect(connect(false)).rejects.toThrow();
    });
    expect({ questions, reached }).toEqual({ questions: 2, reached: 0 });
  });

  it('is refused where one of its addresses is inside the network', async () => {
    await withChangingName([[PUBLIC, INSIDE]], () => expect(connect(false)).rejects.toThrow());
    expect(reached).toBe(0);
  });

  it('may be internal if the operator permits that', async () => {
    await withChangingName([[INSIDE]], () => expect(connect(true)).rejects.toThrow());
    expect(reached).toBe(1);
  });
});
