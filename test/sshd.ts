import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import ssh2 from 'ssh2';
import { hand, NOBODY, unpackPackages } from './debian.ts';

const CACHE = join(import.meta.dirname, '../node_modules/.cache/pokpong/openssh');
const PACKAGES = ['openssh-server', 'openssh-sftp-server', 'libwrap0'];

interface Programs {
  readonly sshd: string;
  readonly sftp: string;
  readonly libraries: string;
}

/**
 * OpenSSH's server: the one of this machine, otherwise Debian's, unpacked beside our packages and not installed.
 * undefined if neither exists.
 */
export function findSshd(): Programs | undefined {
  const own = { sshd: '/usr/sbin/sshd', sftp: '/usr/lib/openssh/sftp-server', libraries: '' };
  if (existsSync(own.sshd) && existsSync(own.sftp)) return own;
  if (!existsSync(CACHE)) unpackPackages(CACHE, PACKAGES);
  const root = join(CACHE, 'root');
  const sshd = join(root, own.sshd);
  if (!existsSync(sshd)) return undefined;
  const library = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('/libwrap.so.0'),
  );
  return { sshd, sftp: join(root, own.sftp), libraries: library === undefined ? '' : dirname(join(root, library)) };
}

export interface Sshd {
  readonly port: number;
  readonly username: string;
  /** A private key that it accepts. */
  readonly privateKey: string;
  /** Another one, which it refuses. */
  readonly strangeKey: string;
  /** Fingerprint of its host key. */
  readonly hostKey: string;
  /** The folder for deliveries. */
  readonly folder: string;
  readonly output: () => string;
  /** Restarts it on the same port with another host key. @returns its fingerprint */
  changeHostKey(): Promise<string>;
  /** Closes open connections, and accepts no more until `start`. */
  cut(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

interface SshdOptions {
  /** The folder is read-only. */
  readonly readOnly?: true;
}

const fingerprintOf = (publicKey: string): string =>
  `SHA256:${createHash('sha256')
    .update(Buffer.from(publicKey.split(' ')[1]!, 'base64'))
    .digest('base64')
    .replace(/=+$/, '')}`;

/** One of 200 pairs that the library generates is malformed, also for OpenSSH: such a one is not used. */
export function keyPair(): ReturnType<typeof ssh2.utils.generateKeyPairSync> {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519');
    if (!(ssh2.utils.parseKey(pair.private) instanceof Error)) return pair;
  }
}

/** OpenSSH's server on a port of this machine. @throws if it is not available */
export async function startSshd({ readOnly }: SshdOptions = {}): Promise<Sshd> {
  const programs = findSshd();
  if (!programs) throw new Error('There is no OpenSSH server here: apt-get install openssh-server.');
  const home = mkdtempSync(join(tmpdir(), 'pokpong-sshd-'));
  const folder = join(home, 'in');
  mkdirSync(folder);
  for (const path of [home, folder]) hand(path);
  const [person, stranger] = [keyPair(), keyPair()];
  writeFileSync(join(home, 'authorized_keys'), `${person.public}\n`, { mode: 0o600 });
  hand(join(home, 'authorized_keys'));
  const newHostKey = () => {
    const pair = keyPair();
    writeFileSync(join(home, 'host_key'), pair.private, { mode: 0o600 });
    hand(join(home, 'host_key'));
    return fingerprintOf(pair.public);
  };
  let hostKey = newHostKey();
  const port = await getPort();
  writeFileSync(
    join(home, 'sshd_config'),
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${join(home, 'host_key')}`,
      `AuthorizedKeysFile ${join(home, 'authorized_keys')}`,
      `PidFile ${join(home, 'pid')}`,
      // Nobody's account is locked for any other sign-in.
      `UsePAM ${NOBODY ? 'yes' : 'no'}`,
      'StrictModes no',
      'PermitRootLogin yes',
      'UseDNS no',
      `Subsystem sftp internal-sftp${readOnly ? ' -R' : ''}`,
    ].join('\n'),
  );
  // Its user may not be able to read the project folder.
  let { sshd: program, libraries } = programs;
  if (libraries !== '') {
    cpSync(program, join(home, 'sshd'));
    cpSync(libraries, join(home, 'lib'), { recursive: true, dereference: true });
    [program, libraries] = [join(home, 'sshd'), join(home, 'lib')];
  }
  let child: ChildProcess | undefined;
  let output = '';
  const start = async () => {
    child = spawn(program, ['-D', '-e', '-f', join(home, 'sshd_config')], {
      env: { ...process.env, LD_LIBRARY_PATH: libraries },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(NOBODY && { uid: NOBODY.uid, gid: NOBODY.gid }),
    });
    child.stderr?.on('data', (text) => (output += String(text)));
    for (let turn = 0; !(await isOpen(port)); turn += 1) {
      if (child.exitCode !== null || turn > 500) throw new Error(`sshd does not start: ${output}`);
      await sleep(20);
    }
  };
  const stop = async () => {
    if (!child?.pid) return;
    // Its sessions are separate child processes.
    for (const pid of descendantsOf(child.pid)) kill(pid);
    kill(child.pid);
    while (child.exitCode === null && child.signalCode === null) await sleep(10);
    child = undefined;
  };
  await start();
  return {
    port,
    username: NOBODY?.name ?? userInfo().username,
    privateKey: person.private,
    strangeKey: stranger.private,
    get hostKey() {
      return hostKey;
    },
    folder,
    output: () => output,
    async changeHostKey() {
      await stop();
      hostKey = newHostKey();
      await start();
      return hostKey;
    },
    cut: stop,
    start,
    async close() {
      await stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => (socket.destroy(), resolve(true))).once('error', () => resolve(false));
  });

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

function descendantsOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const children = lines.map((line) => line.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === pid);
  return children.flatMap(([child]) => [...descendantsOf(child!), child!]);
}

/** Names of the delivered files, and the text of one. */
export const delivered = ({ folder }: Sshd): string[] => readdirSync(folder).toSorted();
export const textOf = ({ folder }: Sshd, name: string): string => readFileSync(join(folder, name), 'utf8');
