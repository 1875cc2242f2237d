import { collectModules } from '../server/platform/modules/registry.ts';
import type { Config } from '../server/platform/config.ts';
import type { Deps } from '../server/platform/trpc/context.ts';

export interface Command {
  /** Its name and the words behind it: those in brackets may be left out, `…` stands for any number. */
  readonly usage: string;
  readonly help: string;
  /** How many words have to follow its name. */
  readonly words: number;
  /** @returns what it ends with */
  run(deps: Deps, words: readonly string[], databaseUrl: string): Promise<0 | 1>;
}

/**
 * A command for a database that no node of this release has started over: with what `run` needs nothing is connected.
 */
export interface EarlyCommand extends Omit<Command, 'run'> {
  runEarly(config: Config, words: readonly string[], databaseUrl: string): Promise<0 | 1>;
}

export const COMMANDS: Record<string, Command | EarlyCommand> = {
  'reset-password': {
    usage: 'reset-password EMAIL',
    help: 'prints a link with which the owner of the account sets a new password',
    words: 1,
    async run(deps, [email = '']) {
      const { passwordLink } = await import('../server/platform/operator/accounts.ts');
      const { url, hours } = await passwordLink(deps, email);
      console.log(`${url}\nIt works once, within ${hours} h. Give it to nobody but the owner of the account.`);
      return 0;
    },
  },
  'signup-link': {
    usage: 'signup-link',
    help: 'prints a link with which one organisation signs up although sign-up is closed',
    words: 0,
    async run(deps) {
      const { operatorSignUpLink } = await import('../server/platform/operator/accounts.ts');
      const { url, hours } = await operatorSignUpLink(deps);
      console.log(`${url}\nIt works once, within ${hours} h. Whoever has it becomes an Admin of a new organisation.`);
      return 0;
    },
  },
  'make-admin': {
    usage: 'make-admin EMAIL [WORKSPACE]',
    help: 'makes somebody an Admin of a workspace that they work in',
    words: 1,
    async run(deps, [email = '', workspace]) {
      const { makeAdmin } = await import('../server/platform/operator/accounts.ts');
      const done = await makeAdmin(deps, email, workspace);
      console.log(`${email} is an Admin of ${done.workspace} now; before: ${done.role}.`);
      return 0;
    },
  },
  'change-email': {
    usage: 'change-email EMAIL NEW',
    help: 'gives an account another address to sign in with; its sessions end',
    words: 2,
    async run(deps, [email = '', wanted = '']) {
      const { changeEmail } = await import('../server/platform/operator/accounts.ts');
      console.log(`${email} signs in as ${await changeEmail(deps, email, wanted)} now.`);
      return 0;
    },
  },
  unlock: {
    usage: 'unlock EMAIL',
    help: 'forgets failed tries to sign in',
    words: 1,
    async run(deps, [email = '']) {
      const { unlockAccount } = await import('../server/platform/operator/accounts.ts');
      await unlockAccount(deps, email);
      console.log(`${email} can sign in again.`);
      return 0;
    },
  },
  'set-limits': {
    usage: 'set-limits WORKSPACE [mails=N] [recipients=N] [invitations=N]',
    help: 'sets what a workspace may send to people outside it, a day and a notification',
    words: 1,
    async run(deps, [workspace = '', ...limits]) {
      const { setMailLimits } = await import('../server/platform/operator/limits.ts');
      console.log((await setMailLimits(deps, workspace, limits)).join('\n'));
      return 0;
    },
  },
  nodes: {
    usage: 'nodes',
    help: 'lists the nodes that run over the database',
    words: 0,
    async run(_deps, _words, databaseUrl) {
      const { runningNodes } = await import('../server/platform/operator/check.ts');
      const nodes = await runningNodes(databaseUrl);
      for (const { name, address, since } of nodes) console.log([name, address, since].filter(Boolean).join('  '));
      console.log(`${nodes.length} ${nodes.length === 1 ? 'node runs' : 'nodes run'}.`);
      return 0;
    },
  },
  check: {
    usage: 'check',
    help: 'looks at database, master key, files and mail; ends with 1 when something is wrong',
    words: 0,
    async run(deps, _words, databaseUrl) {
      const { checkInstallation } = await import('../server/platform/operator/check.ts');
      const findings = await checkInstallation(deps, databaseUrl);
      for (const { subject, state, detail } of findings) console.log(`${state.padEnd(8)} ${subject}: ${detail}`);
      return findings.some(({ state }) => state === 'problem') ? 1 : 0;
    },
  },
  'accept-files': {
    usage: 'accept-files',
    help: 'lets the next node that starts take its folder or bucket for that of the files',
    words: 0,
    async run({ authDb }) {
      const { acceptFiles } = await import('../server/platform/installation/installation.ts');
      await acceptFiles(authDb);
      console.log('The next node that starts marks its folder or bucket.');
      return 0;
    },
  },
  'prepare-copy': {
    usage: 'prepare-copy [--takes-over-files]',
    help: 'stops what a copy of a database would send, before its first start; npm run restore does so by itself',
    words: 0,
    async runEarly(config, words, databaseUrl) {
      if (words.some((word) => word !== TAKES_OVER_FILES)) return wrongWords(this);
      const { prepareCopy } = await import('../db/backup/copy.ts');
      const { stoppedText } = await import('./stopped.ts');
      const takesOverFiles = words.length > 0;
      const stopped = await prepareCopy({
        url: databaseUrl,
        outgoing: collectModules((await import('../server/modules/index.ts')).modules).outgoing,
        keepsFiles: config.s3 === undefined || takesOverFiles,
      });
      console.log(stoppedText(stopped, { bucket: config.s3?.bucket, takesOverFiles }).join('\n'));
      return 0;
    },
  },
  'take-over': {
    usage: 'take-over',
    help: 'lets a copy take the place of the original: mails and reports to agents go out again',
    words: 0,
    async run({ authDb }) {
      const { takeOver } = await import('../server/platform/installation/silence.ts');
      const since = await takeOver(authDb);
      console.log(
        since === null
          ? 'This installation is no silent copy: it sends.'
          : 'It sends again, what was written meanwhile included. The original must not run any more. Admins resume what else was paused: mail servers, mailboxes, schedules, webhooks and mailings about privacy notices.',
      );
      return 0;
    },
  },
};

export const TAKES_OVER_FILES = '--takes-over-files';

/** How many words may follow the name of a command. */
export const mostWords = ({ usage }: Pick<Command, 'usage'>): number =>
  usage.includes('…') ? Number.POSITIVE_INFINITY : usage.split(' ').length - 1;

/** Says how a command is called. */
export function wrongWords({ usage, help }: Pick<Command, 'usage' | 'help'>): 1 {
  console.error(`usage: npm run admin -- ${usage}\n  ${help}`);
  return 1;
}

/** The commands of this script, and those that modules bring. */
export async function allCommands(): Promise<Record<string, Command | EarlyCommand>> {
  const { moduleCommands } = await import('../server/main.ts');
  return {
    ...COMMANDS,
    ...Object.fromEntries(
      Object.entries(moduleCommands()).map(([key, one]) => [
        key,
        {
          ...one,
          async run(deps: Deps, args: readonly string[], databaseUrl: string) {
            console.log((await one.run(deps, args, databaseUrl)).join('\n'));
            return 0 as const;
          },
        },
      ]),
    ),
  };
}
