import type pg from 'pg';
import { quote } from './tables.ts';

/** The same database, acting as another role from the start. */
export function actingAs(url: string, role: string): string {
  const changed = new URL(url);
  changed.searchParams.set('options', `-c role=${role.replace(/([\\ ])/g, '\\$1')}`);
  return changed.href;
}

/**
 * Rows come as they were, so nothing may be counted or written because of them. A superuser loads without reference
 * checks too; anybody else with checks at the end, which rings of references need.
 */
export async function switchTriggers(
  client: pg.ClientBase,
  tables: readonly string[],
  superuser: boolean,
  to: 'on' | 'off',
): Promise<void> {
  if (superuser)
    return void (await client.query(`set local session_replication_role = ${to === 'off' ? 'replica' : 'origin'}`));
  await client.query(`set constraints all ${to === 'off' ? 'deferred' : 'immediate'}`);
  for (const table of tables)
    await client.query(`alter table ${quote(table)} ${to === 'off' ? 'disable' : 'enable'} trigger user`);
}
