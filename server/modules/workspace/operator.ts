import type { Trx } from '../../../db/client.ts';
import { defaultFlags, FLAGS, type Flag, type Flags } from '../../../shared/registry/flags.ts';
import { TIER_LIMITS, TIERS, type Tier } from '../../../shared/registry/tiers.ts';
import { systemActor } from '../../platform/actor.ts';
import { flagsChanged } from '../../platform/clock/silence.ts';
import { changesBetween, emit } from '../../platform/live/emit.ts';
import type { OperatorCommand } from '../../platform/operator/command.ts';
import { AdminError, findWorkspace } from '../../platform/operator/workspaces.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import { lockWorkspace } from './limits.ts';
import * as queries from './queries.ts';
import { overOf } from './service.ts';

interface Standing extends Flags {
  package: Tier;
}
/** The state of a workspace after the change. */
interface Changed {
  workspace: string;
  tier: Tier;
  flags: Flags;
}

/**
 * Sets the tier of a workspace, and its flags to the tier's defaults; logged without an actor of the workspace.
 * @param workspace id or name
 * @throws AdminError
 */
async function setTier(deps: Deps, workspace: string, wanted: string): Promise<Changed> {
  const tier = TIERS.find((one) => one.toLowerCase() === wanted.toLowerCase());
  if (!tier) throw new AdminError(`There is no tier ${wanted}; there are ${TIERS.join(', ')}.`);
  return change(deps, workspace, async (trx, id, before) => {
    const used = await queries.usageOf(trx, id);
    const [over] = tier === before.package ? [] : overOf(tier, used);
    if (over)
      throw new AdminError(`The workspace has ${used[over]} ${over}, and ${tier} allows ${TIER_LIMITS[tier][over]}.`);
    return { package: tier, ...defaultFlags(tier) };
  });
}

/**
 * Sets flags of a workspace, overriding the defaults of its tier.
 * @param wanted each as `consentEnabled=on`
 * @throws AdminError
 */
async function setFlags(deps: Deps, workspace: string, wanted: readonly string[]): Promise<Changed> {
  const set = Object.fromEntries(wanted.map(flagOf));
  return change(deps, workspace, async (_trx, _id, before) => ({ ...before, ...set }));
}

function flagOf(word: string): [Flag, boolean] {
  const [name, value] = word.split('=', 2);
  const flag = FLAGS.find((one) => one === name);
  if (!flag || (value !== 'on' && value !== 'off'))
    throw new AdminError(`${word}: write FLAG=on or FLAG=off, with one of ${FLAGS.join(', ')}.`);
  return [flag, value === 'on'];
}

async function change(
  deps: Deps,
  named: string,
  afterwards: (trx: Trx, id: string, before: Standing) => Promise<Standing>,
): Promise<Changed> {
  const { id, name } = await findWorkspace(deps, named);
  return transact(deps, { workspaceId: id }, async (trx) => {
    await lockWorkspace(trx, id);
    const before = await queries.tierAndFlags(trx, id);
    const after = await afterwards(trx, id, before);
    const { package: tier, ...flags } = after;
    const changes = changesBetween({ ...before }, { ...after });
    if (changes.length > 0) {
      const at = deps.now();
      await queries.setTierAndFlags(trx, { id, tier, flags, at });
      await flagsChanged(trx, systemActor(deps, id, at), { before, after });
      await emit(
        trx,
        { workspaceId: id, personnelId: null, at },
        { event: 'workspace.updated', entityId: id, subject: name, changes },
      );
    }
    return { workspace: name, tier, flags };
  });
}

const describe = ({ workspace, tier, flags }: Changed): string[] => [
  `${workspace}: ${tier}`,
  ...FLAGS.map((flag) => `  ${flags[flag] ? 'on ' : 'off'} ${flag}`),
];

export const commands = {
  'set-tier': {
    usage: 'set-tier WORKSPACE TIER',
    help: 'sets the tier of a workspace, and its modules to what that tier starts with',
    words: 2,
    run: async (deps, [workspace = '', tier = '']) => describe(await setTier(deps, workspace, tier)),
  },
  'set-flags': {
    usage: 'set-flags WORKSPACE FLAG=on|off …',
    help: 'switches modules of a workspace on or off',
    words: 2,
    run: async (deps, [workspace = '', ...flags]) => describe(await setFlags(deps, workspace, flags)),
  },
} satisfies Record<string, OperatorCommand>;
