// Many requests of data subjects in a bench world: rows as the product would have written them in five years.
import { randomUUIDv7 } from 'node:crypto';
import type pg from 'pg';
import { withScope } from '../../db/client.ts';
import { lookupsOf } from '../../server/modules/request/subject.ts';
import type { BenchWorld } from './benchWorld.ts';
import { sealedBefore } from './sealedBefore.ts';

const AROUND = { workspaces: 5, requests: 5_000 };
const APPLICATIONS = 50;
const STAFF = 50;
const YEARS = 5;
/** Number of open requests per thousand of the newest, and one in so many of all others. */
const OPEN = { newest: 15, oneIn: 997 };
export const BENCH_SUBJECT = { email: 'somying@bench.example', uid: 'HN-77', telephone: '0812345678' } as const;

export interface FilledRequests {
  readonly applicationId: string;
  /** Id of the person of the world, to whom every fiftieth right is assigned. */
  readonly staffId: string;
}

/** Fills the workspace with `count` requests, a third of two rights, and some workspaces around it with fewer. */
export async function fillRequests(world: BenchWorld, plain: pg.Client, count: number): Promise<FilledRequests> {
  const { workspaceId, personnelId } = world;
  const staff = Array.from({ length: STAFF - 1 }, () => randomUUIDv7());
  await plain.query(
    `insert into personnel (workspace_id, id, email, name, role, status, phone, position)
    select $1::uuid, id, 'p' || row || '@bench.example', 'เจ้าหน้าที่ ' || row, 'Staff', 'active', '0812345678', '' from unnest($2::uuid[]) with ordinality as p (id, row)`,
    [workspaceId, staff],
  );
  const applicationId = await fillWorkspace(world, plain, { workspaceId, count, staff: [...staff, personnelId] });
  for (let one = 0; one < AROUND.workspaces; one += 1)
    await fillWorkspace(world, plain, {
      workspaceId: await world.addWorkspace(),
      count: AROUND.requests,
      staff: [],
    });
  await plain.query('vacuum analyze');
  return { applicationId, staffId: personnelId };
}

/** The last second of the thirtieth day after a moment, in Bangkok. */
const lastSecond = (moment: string): string =>
  `(date_trunc('day', ${moment} at time zone 'Asia/Bangkok') + interval '30 days 23:59:59') at time zone 'Asia/Bangkok'`;

interface Filling {
  readonly workspaceId: string;
  readonly count: number;
  readonly staff: readonly string[];
}

async function fillWorkspace(world: BenchWorld, plain: pg.Client, filling: Filling): Promise<string> {
  const { workspaceId: ws } = filling;
  const applicationId = await fillForms(plain, ws);
  for (const table of ['requests', 'request_rights']) await plain.query(`alter table ${table} disable trigger user`);
  await insertRequests(world, plain, filling);
  await insertRights(world, plain, filling);
  await insertClocks(plain, ws);
  await insertFigures(plain, ws);
  for (const table of ['requests', 'request_rights']) await plain.query(`alter table ${table} enable trigger user`);
  return applicationId;
}

/** Applications with one form each. @returns one of the applications */
async function fillForms(plain: pg.Client, ws: string): Promise<string> {
  const { rows } = await plain.query<{ id: string }>(
    `insert into applications (workspace_id, id, name, description, data_controller_id)
    select $1::uuid, uuidv7(), 'ระบบ ' || n, '', (select id from data_controllers where workspace_id = $1 limit 1) from generate_series(1, $2::int) as n returning id`,
    [ws, APPLICATIONS],
  );
  await plain.query(
    `insert into request_forms (workspace_id, id, application_id, name, description, content, settings, status, published_version)
    select workspace_id, uuidv7(), id, 'แบบคำขอของ' || name, '', '{}', '{}', 'published', 1 from applications where workspace_id = $1`,
    [ws],
  );
  return rows[0]!.id;
}

async function insertRequests({ deps }: BenchWorld, plain: pg.Client, { workspaceId: ws, count }: Filling) {
  const { key, sealed } = await withScope(deps.db, { workspaceId: ws }, async (trx) => {
    const workspaceKey = await deps.keyring.workspaceKey(trx, ws);
    const who = { firstName: 'สมหญิง', lastName: 'ใจดี', ...BENCH_SUBJECT, guardian: null };
    return { key: workspaceKey, sealed: sealedBefore(workspaceKey, 'requests.subject', JSON.stringify(who)) };
  });
  const { uidHash, emailHash, phoneHash } = lookupsOf(key, { firstName: '', lastName: '', ...BENCH_SUBJECT });
  await plain.query(
    `with forms as (select application_id, id, row_number() over (order by id) - 1 as place from request_forms where workspace_id = $1)
    insert into requests (workspace_id, id, number, request_form_id, request_form_version, application_id, status, subject, uid_hash, email_hash, phone_hash,
      channel, received_at, verify_by, verified_at, verified_how, due_at, closed_at, answer_days, late, created_at, updated_at)
    select $1::uuid, uuidv7(), n, f.id, 1, f.application_id, s.status, $3::bytea,
      case when n % 100000 = 77 then $4::bytea else sha256(('uid' || n)::bytea) end,
      case when n % 100000 = 77 then $5::bytea else sha256(('email' || n)::bytea) end,
      case when n % 100000 = 77 then $6::bytea else sha256(('phone' || n)::bytea) end,
      (array['WEB', 'PAGE', 'API', 'EMAIL'])[1 + n % 4], t.at, t.at + interval '30 days',
      case when s.stage not in ('VERIFY', 'UNVERIFIED') then t.at + interval '1 hour' end, case when s.stage not in ('VERIFY', 'UNVERIFIED') then 'CODE' end,
      case when s.stage in ('ASSIGN', 'WORK', 'APPROVE') then ${lastSecond('t.at')} end,
      case when s.stage in ('COMPLETE', 'CLOSED', 'WITHDRAWN', 'UNVERIFIED') then t.closed end,
      case when s.stage in ('COMPLETE', 'CLOSED') then extract(day from t.closed - t.at)::int end,
      case when s.stage in ('COMPLETE', 'CLOSED', 'WITHDRAWN', 'UNVERIFIED') then s.stage in ('COMPLETE', 'CLOSED') and t.closed > t.at + interval '30 days' end,
      t.at, case when s.stage in ('COMPLETE', 'CLOSED', 'WITHDRAWN', 'UNVERIFIED') then t.closed else t.at + interval '1 day' end
    from generate_series(1, $2::int) as n
      cross join lateral (select now() - interval '1 hour' - ($2::int - n) * (interval '1 year' * ${YEARS} / $2::int) as at) as m
      cross join lateral (select m.at, least(m.at + (1 + (n::bigint * 7919) % 33) * interval '1 day', now() - interval '1 minute') as closed) as t
      cross join lateral (select n > $2::int * (1 - ${OPEN.newest} / 1000.0) and n % 4 > 0 or n % ${OPEN.oneIn} = 0 as open) as o
      cross join lateral (select case when o.open then (array['VERIFY', 'ASSIGN', 'ASSIGN', 'WORK', 'WORK', 'WORK', 'WORK', 'WAITING', 'WAITING', 'APPROVE'])[1 + n % 10]
        when n % 100 < 75 then 'COMPLETE' when n % 100 < 87 then 'CLOSED' when n % 100 < 92 then 'WITHDRAWN' else 'UNVERIFIED' end as stage) as g
      cross join lateral (select g.stage, case g.stage when 'VERIFY' then 'NEW' when 'ASSIGN' then 'NEW' when 'WORK' then 'INPROGRESS' when 'WAITING' then 'INPROGRESS'
        when 'APPROVE' then 'PENDING' when 'COMPLETE' then 'COMPLETED' when 'WITHDRAWN' then 'COMPLETED' else 'REJECTED' end as status) as s
      join forms f on f.place = (n / 100) % ${APPLICATIONS}`,
    [ws, count, sealed, uidHash, emailHash, phoneHash],
  );
}

/** Inserts the rights of all requests with the move that refused one. */
async function insertRights({ deps }: BenchWorld, plain: pg.Client, { workspaceId: ws, staff }: Filling) {
  const { detail, reason } = await withScope(deps.db, { workspaceId: ws }, async (trx) => {
    const key = await deps.keyring.workspaceKey(trx, ws);
    return {
      detail: sealedBefore(key, 'requestRights.detail', JSON.stringify({ additional: '', detail: 'ขอสำเนา' })),
      reason: sealedBefore(key, 'requestMoves.reason', 'กฎหมายให้เก็บไว้'),
    };
  });
  await plain.query(
    `with offered as (select id, code, name_th, name_en, row_number() over (order by position) - 1 as place, count(*) over () as offered from data_rights where workspace_id = $1 and built_in),
    asked as (
      select q.*, p.position, case when q.closed_at is null then case q.number % 10 when 0 then 'VERIFY' when 1 then 'ASSIGN' when 2 then 'ASSIGN' when 7 then 'WAITING' when 8 then 'WAITING' when 9 then 'APPROVE' else 'WORK' end
        when q.number % 100 < 75 then 'COMPLETE' when q.number % 100 < 87 then 'CLOSED' when q.number % 100 < 92 then 'WITHDRAWN' else 'UNVERIFIED' end as stage
      from requests q cross join generate_series(0, 1) as p (position) where q.workspace_id = $1 and (p.position = 0 or q.number % 3 = 0))
    insert into request_rights (workspace_id, id, request_id, position, data_right_id, code, name_th, name_en, days, detail, stage, assignee_id, ground_code, closed_at,
      application_id, month, request_due_at, late_by_receipt, late_by_setting, updated_at)
    select a.workspace_id, uuidv7(), a.id, a.position, o.id, o.code, o.name_th, o.name_en, 30, $2::bytea, a.stage,
      case when a.stage not in ('VERIFY', 'ASSIGN', 'UNVERIFIED') then ($3::uuid[])[1 + (a.number / 11) % nullif(cardinality($3::uuid[]), 0)] end,
      case when a.stage = 'CLOSED' then case o.code when 'ACCESS' then 'LAW_AND_HARM' when 'PORTABILITY' then 'PUBLIC_TASK' when 'OBJECTION' then 'LEGAL_CLAIMS'
        when 'ERASURE' then 'LAW' when 'RECTIFICATION' then 'DATA_CORRECT' when 'RESTRICTION' then 'CONDITIONS_NOT_MET' when 'WITHDRAWAL' then 'LAW' else 'NO_DATA' end end,
      a.closed_at, a.application_id, a.month, a.due_at, case when a.closed_at is not null then a.late end, case when a.closed_at is not null then a.late end, a.updated_at
    from asked a join offered o on o.place = (a.number / 7 + a.position * 3) % o.offered`,
    [ws, detail, staff],
  );
  await plain.query(
    `insert into request_moves (workspace_id, id, request_id, request_right_id, action, from_stage, to_stage, reason, by, at)
    select workspace_id, uuidv7(), request_id, id, 'reject', 'WORK', 'CLOSED', $2::bytea, assignee_id, closed_at from request_rights where workspace_id = $1 and stage = 'CLOSED'`,
    [ws, reason],
  );
}

async function insertClocks(plain: pg.Client, ws: string): Promise<void> {
  await plain.query(
    `insert into deadlines (workspace_id, id, kind, subject_id, started_at, due_at, stopped_at, ended_at, outcome, alert_hours)
    select r.workspace_id, uuidv7(), k.kind, r.id, q.received_at, ${lastSecond('q.received_at')},
      case when r.stage = 'WAITING' and k.kind = 'request.right' then q.updated_at end, r.closed_at,
      case when r.closed_at is not null then case when r.late_by_receipt then 'late' else 'met' end end, '{240,72,24,1}'
    from request_rights r join requests q on q.workspace_id = r.workspace_id and q.id = r.request_id
      cross join (values ('request.act'), ('request.right')) as k (kind)
    where r.workspace_id = $1 and (k.kind = 'request.act' or q.verified_at is not null)`,
    [ws],
  );
}

/** Inserts the counts maintained by triggers. */
async function insertFigures(plain: pg.Client, ws: string): Promise<void> {
  for (const statement of [
    `insert into request_months (workspace_id, month, application_id, status, requests, late)
    select workspace_id, month, application_id, status, count(*), count(*) filter (where late) from requests where workspace_id = $1 group by 1, 2, 3, 4`,
    `insert into request_answer_days (workspace_id, month, application_id, days, requests)
    select workspace_id, month, application_id, answer_days, count(*) from requests where workspace_id = $1 and answer_days is not null group by 1, 2, 3, 4`,
    `insert into request_answer_day_totals (workspace_id, month, days, requests)
    select workspace_id, month, answer_days, count(*) from requests where workspace_id = $1 and answer_days is not null group by 1, 2, 3`,
    `insert into request_right_months (workspace_id, month, application_id, code, stage, ground_code, rights, late_by_receipt, late_by_setting)
    select workspace_id, month, application_id, coalesce(code, 'CUSTOM'), stage, coalesce(ground_code, ''), count(*), count(*) filter (where late_by_receipt), count(*) filter (where late_by_setting)
      from request_rights where workspace_id = $1 group by 1, 2, 3, 4, 5, 6`,
    `insert into request_refusals (workspace_id, id, request_id, request_right_id, application_id, code, ground_code, closed_at)
    select workspace_id, id, request_id, id, application_id, code, ground_code, closed_at
      from request_rights where workspace_id = $1 and stage = 'CLOSED' and ground_code is not null`,
  ])
    await plain.query(statement, [ws]);
}
