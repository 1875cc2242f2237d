import { sql } from 'kysely';
import type { Trx } from '../../../../db/client.ts';
import type { RightCode } from '../../../../shared/dataRight/schema.ts';
import { RECORDED_RIGHTS, REFUSAL_GROUNDS } from '../../../../shared/request/grounds.ts';
import type { RecordedRefusals } from '../../../../shared/ropa/record.ts';

/** Refusals of an application that its record of processing lists, the newest; the register has all. */
const REFUSALS_LISTED = 100;

interface Row {
  application_id: string;
  number: number;
  code: RightCode;
  ground: string;
  in_part: boolean;
  at: string;
  /** Of the application. */
  total: number | null;
}

/**
 * What section 39 (7) has recorded of these applications: number, right, ground and day of each refusal, whole or in
 * part, and nothing of who asked. Applications without any are left out.
 */
export async function refusalsOfApplications(
  trx: Trx,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, RecordedRefusals>> {
  const { rows } = await sql<Row>`
    select o.id as application_id, n.number, n.code, n.ground_code as ground, n.in_part, n.closed_at as at, s.total
      from unnest(${ids}::uuid[]) as o (id)
     cross join lateral (
       select coalesce(sum(m.rights), 0)::bigint + (
                select count(*) from request_refusals f
                 where f.workspace_id = ${workspaceId} and f.application_id = o.id and f.part is not null
                   and f.code = any(${RECORDED_RIGHTS}::text[]) and f.ground_code = any(${REFUSAL_GROUNDS}::text[])) as total
         from request_right_months m
        where m.workspace_id = ${workspaceId} and m.application_id = o.id and m.stage = 'CLOSED'
          and m.code = any(${RECORDED_RIGHTS}::text[]) and m.ground_code = any(${REFUSAL_GROUNDS}::text[])) s
     cross join lateral (
       select q.number, f.code, f.ground_code, f.part is not null as in_part, f.closed_at from request_refusals f
         join requests q on (q.workspace_id, q.id) = (f.workspace_id, f.request_id)
        where f.workspace_id = ${workspaceId} and f.application_id = o.id
          and f.code = any(${RECORDED_RIGHTS}::text[]) and f.ground_code = any(${REFUSAL_GROUNDS}::text[])
        order by f.closed_at desc, f.id desc limit ${REFUSALS_LISTED}) n`.execute(trx.withoutPlugins());
  return new Map(
    [...Map.groupBy(rows, (row) => row.application_id)].map(([id, own]) => [
      id,
      {
        total: own[0]!.total ?? own.length,
        newest: own.map(({ number, code, ground, in_part: inPart, at }) => ({
          number,
          right: code,
          ground,
          inPart,
          at,
        })),
      },
    ]),
  );
}
