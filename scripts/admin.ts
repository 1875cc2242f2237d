// npm run admin -- COMMAND: what an operator does without signing in, beside running nodes or without one.
import { currentMigration } from '../db/migrator.ts';
import { readConfig } from '../server/platform/crypto/keyServices/unwrap.ts';
import { AdminError } from '../server/platform/operator/workspaces.ts';
import { allCommands, type Command, type EarlyCommand, mostWords, wrongWords } from './adminCommands.ts';
import { failureText } from './failure.ts';
import { lifetime } from './lifetime.ts';
import { reachExisting } from './reach.ts';

const life = lifetime();
const [name = '', ...words] = process.argv.slice(2);
const available = await allCommands();
const command = Object.hasOwn(available, name) ? available[name] : undefined;
if (command === undefined) await life.stop(listCommands());
else if (words.length < command.words || words.length > mostWords(command)) await life.stop(wrongWords(command));
else
  try {
    await life.stop(await run(command));
  } catch (error) {
    console.error(failureText(error));
    await life.stop(1);
  }

/** All commands: what was wanted, or in place of one that does not exist. @returns what it ends with */
function listCommands(): 0 | 1 {
  const isHelp = ['help', '--help'].includes(name);
  const commands = Object.values(available);
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  const lines = commands.map(({ usage, help }) => `  ${usage.padEnd(width)}  ${help}`);
  console[isHelp ? 'log' : 'error'](['usage: npm run admin -- COMMAND', ...lines].join('\n'));
  return isHelp ? 0 : 1;
}

async function run(chosen: Command | EarlyCommand): Promise<0 | 1> {
  const config = { ...(await readConfig(process.env)), logLevel: 'silent' };
  const databaseUrl = await reachExisting(config, life);
  if ((await currentMigration(databaseUrl)) === undefined)
    throw new AdminError(
      'The product was never started over this database. Name the one that it runs with (DATA_DIR or DATABASE_URL); nothing was changed.',
    );
  if ('runEarly' in chosen) return chosen.runEarly(config, words, databaseUrl);
  const { connectNode } = await import('../server/main.ts');
  const { deps, assertRoles, close } = connectNode(config, databaseUrl);
  life.onStop(close);
  try {
    await assertRoles();
  } catch (error) {
    // What the check is there to find.
    if (name !== 'check') throw error;
    console.log(`problem  roles: ${failureText(error)}`);
    return 1;
  }
  await deps.keyring.refresh(deps.authDb);
  return chosen.run(deps, words, databaseUrl);
}
