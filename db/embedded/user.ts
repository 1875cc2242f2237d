import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** How a Postgres program is started: `command` with `args`, under `uid` and `gid` when given. */
export interface Launch {
  command: string;
  args: string[];
  uid?: number;
  gid?: number;
}

/** The system user that Postgres runs as, and the way to run programs as that user. */
export interface PostgresUser {
  /** undefined: we are an ordinary user, and Postgres runs as ourselves */
  ids: { uid: number; gid: number } | undefined;
  launch(command: string, args: string[]): Launch;
}

/**
 * Postgres refuses to run as root. As an ordinary user it runs as we do; as root
 * it runs as the owner of the existing cluster, else as the user `postgres`,
 * which is created when missing.
 *
 * When that user cannot pass the folders above `paths` (a project under /root),
 * it is given one capability, to pass and read folders (capabilities(7)), which
 * takes nothing from a process that is root already.
 * @param cluster the data folder of the cluster, which need not exist yet
 * @param paths what the user must be able to reach: programs and data folder
 */
export function postgresUser(cluster: string, paths: string[]): PostgresUser {
  if (process.getuid?.() !== 0) {
    return { ids: undefined, launch: (command, args) => ({ command, args }) };
  }
  const ids = ownerOf(cluster) ?? systemUser();
  const asUser = (command: string, args: string[]): Launch => ({ command, args, ...ids });
  if (reaches(asUser, paths)) return { ids, launch: asUser };

  // initdb asks by access(2), which leaves capabilities out of account unless the securebit is set.
  for (const capability of ['dac_read_search', 'dac_override']) {
    const withCapability = (command: string, args: string[]): Launch => ({
      command: 'setpriv',
      args: [
        `--reuid=${ids.uid}`,
        `--regid=${ids.gid}`,
        '--clear-groups',
        '--securebits=+no_setuid_fixup',
        `--inh-caps=+${capability}`,
        `--ambient-caps=+${capability}`,
        '--',
        command,
        ...args,
      ],
    });
    if (reaches(withCapability, paths)) return { ids, launch: withCapability };
  }
  throw new Error(
    `Postgres does not run as root but as the user with id ${ids.uid}, who cannot reach ${paths.join(' or ')}. ` +
      'Start Pokpong as an ordinary user, or move it and DATA_DIR to folders that other users can pass.',
  );
}

function reaches(launch: PostgresUser['launch'], paths: string[]): boolean {
  const { command, args, uid, gid } = launch('/bin/sh', [
    '-c',
    'for path; do test -x "$path" || exit 1; done',
    'sh',
    ...paths,
  ]);
  return spawnSync(command, args, { uid, gid, stdio: 'ignore', cwd: '/' }).status === 0;
}

function ownerOf(cluster: string): { uid: number; gid: number } | undefined {
  const stat = statSync(cluster, { throwIfNoEntry: false });
  return stat === undefined || stat.uid === 0 ? undefined : { uid: stat.uid, gid: stat.gid };
}

function systemUser(): { uid: number; gid: number } {
  const known = idsOf('postgres');
  if (known !== undefined) return known;
  try {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
      { stdio: 'pipe' },
    );
  } catch {
    // Judged by the look-up below: another start may have made it at the same moment.
  }
  const created = idsOf('postgres');
  if (created !== undefined) return created;
  throw new Error(
    'Postgres does not run as root, and the user "postgres" could not be created. Create it, or start Pokpong as an ordinary user.',
  );
}

function idsOf(name: string): { uid: number; gid: number } | undefined {
  const id = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' });
  const user = id('-u');
  const group = id('-g');
  if (user.status !== 0 || group.status !== 0) return undefined;
  return { uid: Number(user.stdout), gid: Number(group.stdout) };
}
