import { sql } from 'kysely';
import type { NodeList, NodeRow } from '../../../shared/crypto/nodes.ts';
import { isOfOneOrganization } from '../installation/oneOrganization.ts';
import { announceKeys } from '../live/keys.ts';
import type { SignedInContext } from '../trpc/context.ts';

/**
 * The nodes over the database with the master keys that each has, running ones first; no addresses. They are asked to
 * say anew what they have, which the next call tells. Null where that is the operator's to know.
 */
export async function listNodes({ deps }: SignedInContext): Promise<NodeList | null> {
  if (!(await isOfOneOrganization(deps))) return null;
  const { authDb, keyring } = deps;
  const { current, configuredNext } = keyring.masterKeys;
  const next = configuredNext && configuredNext.name !== current.name ? configuredNext.name : null;
  const { rows } = await sql<Report>`
    select coalesce(k.node, r.node) as node, k.version, k.started_at as "startedAt", k.reported_at as "reportedAt",
      coalesce(k.master_key_ids, '{}') as "masterKeyIds", r.node is not null as running
    from node_keys k full join (
      select distinct substring(application_name from 'pokpong relay (.*)') as node from pg_stat_activity
      where datname = current_database() and application_name like 'pokpong relay %'
    ) r on r.node = k.node
    order by running desc, k.started_at, 1`.execute(authDb);
  await announceKeys(authDb);
  return {
    nextKeyId: next,
    nodes: rows.map(({ node, masterKeyIds, ...row }): NodeRow => ({
      name: node,
      ...row,
      hasKey: masterKeyIds.includes(current.name),
      hasNextKey: next !== null && masterKeyIds.includes(next),
    })),
  };
}

interface Report {
  node: string;
  version: string | null;
  startedAt: string | null;
  reportedAt: string | null;
  masterKeyIds: string[];
  running: boolean;
}
