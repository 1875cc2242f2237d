import { sql } from 'kysely';
import { RANGES, rangeText } from '../configVariables.ts';
import type { Deps } from '../trpc/context.ts';
import { AdminError, findWorkspace } from './workspaces.ts';

const NAMES = ['mails', 'recipients', 'invitations'] as const;
type Name = (typeof NAMES)[number];
/** A workspace may have what the variable may say for all. */
const VARIABLES = {
  mails: 'MAILS_PER_DAY',
  recipients: 'RECIPIENTS_PER_NOTIFICATION',
  invitations: 'INVITATIONS_PER_DAY',
} as const satisfies Record<Name, keyof typeof RANGES>;

/** A limit as an operator writes it: `mails=5000`, or `mails=default` for what is configured. */
function limitOf(word: string): [`${Name}Limit`, number | null] {
  const [wanted, value = ''] = word.split('=', 2);
  const name = NAMES.find((one) => one === wanted);
  if (!name || !/^(default|\d{1,15})$/.test(value))
    throw new AdminError(`${word}: write ${NAMES.join('=N, ')}=N, or default in place of a number.`);
  const range = RANGES[VARIABLES[name]];
  if (value !== 'default' && Number(value) > range.most)
    throw new AdminError(`${word}: must be a whole number, ${rangeText(range)}. Nothing was changed.`);
  return [`${name}Limit`, value === 'default' ? null : Number(value)];
}

/**
 * Sets how much a workspace may send to people outside it; what waits goes out within a minute.
 * @param words limits to change, none to see them
 * @returns lines that say what holds
 * @throws AdminError
 */
export async function setMailLimits(deps: Deps, named: string, words: readonly string[]): Promise<string[]> {
  const { authDb, config } = deps;
  const wanted = Object.fromEntries(words.map(limitOf));
  const { id, name } = await findWorkspace(deps, named);
  if (words.length > 0)
    await authDb
      .insertInto('mailQuotas')
      .values({ workspaceId: id, day: sql`current_date`, ...wanted })
      .onConflict((conflict) => conflict.column('workspaceId').doUpdateSet(wanted))
      .execute();
  const row = await authDb.selectFrom('mailQuotas').selectAll().where('workspaceId', '=', id).executeTakeFirst();
  return [
    name,
    ...NAMES.map((one) => {
      const own = row?.[`${one}Limit`] ?? null;
      return `  ${one.padEnd(11)}  ${own ?? `${config.mailLimits[one]} (default)`}`;
    }),
  ];
}
