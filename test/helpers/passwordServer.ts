import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import getPort from 'get-port';
import ssh2 from 'ssh2';
import { findSshd, keyPair } from '../sshd.ts';

interface PasswordServer {
  readonly port: number;
  readonly hostKey: string;
  /** The number of password attempts. */
  tries(): number;
  close(): Promise<void>;
}

/**
 * A server that accepts a password, which OpenSSH's only does for accounts of the machine; file access is by OpenSSH's
 * `sftp-server`. `dialogue`: it uses keyboard-interactive authentication. `endAfter`: bytes after which the connection
 * breaks, `silentAfter`: after which it stays open without responses, `pauseMs` between two chunks, to make it slow.
 */
export async function startPasswordServer({
  username,
  password,
  dialogue = false,
  endAfter = Infinity,
  silentAfter = Infinity,
  pauseMs = 0,
}: {
  username: string;
  password: string;
  dialogue?: boolean;
  endAfter?: number;
  silentAfter?: number;
  pauseMs?: number;
}): Promise<PasswordServer> {
  const programs = findSshd();
  if (!programs) throw new Error('There is no OpenSSH server here: apt-get install openssh-server.');
  const pair = keyPair();
  let tries = 0;
  const clients = new Set<ssh2.Connection>();
  const server = new ssh2.Server({ hostKeys: [pair.private] }, (client) => {
    clients.add(client);
    client.on('error', () => {});
    client.on('close', () => clients.delete(client));
    client.on('authentication', (context) => {
      if (context.username !== username) return context.reject();
      if (context.method === 'password' || context.method === 'keyboard-interactive') tries += 1;
      if (!dialogue && context.method === 'password')
        return context.password === password ? context.accept() : context.reject(['password', 'keyboard-interactive']);
      if (dialogue && context.method === 'keyboard-interactive')
        return context.prompt([{ prompt: 'Password: ', echo: false }], ([given]) =>
          given === password ? context.accept() : context.reject(),
        );
      return context.reject(dialogue ? ['keyboard-interactive'] : ['password', 'keyboard-interactive']);
    });
    client.on('session', (accept) => {
      accept().on('subsystem', (acceptSubsystem) => {
        const channel = acceptSubsystem() as ssh2.ServerChannel;
        const sftp = spawn(programs.sftp, [], { stdio: ['pipe', 'pipe', 'ignore'] });
        let received = 0;
        const gate = new Transform({
          transform(piece: Buffer, _encoding, next) {
            received += piece.length;
            if (received > endAfter) {
              client.end();
              (client as unknown as { _sock: { destroy(): void } })._sock.destroy();
              return next();
            }
            if (received > silentAfter) return;
            setTimeout(() => next(null, piece), pauseMs);
          },
        });
        channel.pipe(gate).pipe(sftp.stdin);
        sftp.stdout.pipe(channel);
        for (const stream of [channel, gate, sftp.stdin, sftp.stdout]) stream.on('error', () => {});
        channel.on('close', () => sftp.stdin.end());
      });
    });
  });
  const port = await getPort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const blob = Buffer.from(pair.public.split(' ')[1]!, 'base64');
  return {
    port,
    hostKey: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`,
    tries: () => tries,
    close: () =>
      new Promise((resolve) => {
        for (const client of clients) client.end();
        server.close(() => resolve());
      }),
  };
}
