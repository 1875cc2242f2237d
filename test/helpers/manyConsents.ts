import pg from 'pg';
import { withScope } from '../../db/client.ts';
import { uidHash } from '../../server/modules/userConsent/record.ts';
import type { World } from '../factories.ts';
import type { BuiltForm } from './consents.ts';
import { sealedBefore } from './sealedBefore.ts';

export interface Filling {
  rows: number;
  /** Time range of the rows, spread evenly. */
  from: Date;
  to: Date;
  /** Number of data subjects, used in turn. */
  subjects: number;
}
/** Encrypted once, then reused: rows differ in everything else. */
const IDENTITIES = 100;
const SOURCES = 5;

/**
 * Fills the history of a form without the function that writes it, with every count it would have maintained: 5,000,000
 * rows in minutes. Sources are `source 1` to `source 5`, one in 100,000 rows is from `rare`; half a per cent changed a
 * choice.
 */
export async function fillConsents(
  server: World & { databaseUrl: string },
  form: Pick<BuiltForm, 'workspaceId' | 'id' | 'purposeIds'>,
  { rows, from, to, subjects }: Filling,
): Promise<void> {
  const ws = form.workspaceId;
  const key = await withScope(server.deps.db, { workspaceId: ws }, (trx) => server.deps.keyring.workspaceKey(trx, ws));
  const people = Array.from({ length: IDENTITIES }, (_none, number) => {
    const uid = `subject-${String(number).padStart(4, '0')}@example.com`;
    return {
      uid: uidHash(key, uid),
      identity: sealedBefore(
        key,
        'userConsents.identity',
        JSON.stringify({
          uid,
          name: `สมหญิง ใจดีมาก ${number}`,
          guardian:
            number % 10 === 0
              ? { firstName: 'สมศรี', lastName: 'ใจดี', email: 'guardian@example.com', telephone: '0812345678' }
              : null,
        }),
      ),
    };
  });
  const db = new pg.Client({ connectionString: server.databaseUrl });
  await db.connect();
  const bits = form.purposeIds.map((_id, bit) => `count(*) filter (where granted >> ${bit} & 1 = 1)`).join(', ');
  const counted = `count(*), array[${bits}]::bigint[]`;
  try {
    await db.query('set synchronous_commit = off; set max_parallel_workers_per_gather = 0');
    await db.query('select ensure_user_consent_months($1, $2)', [from, to]);
    await db.query(
      `insert into consent_sources (workspace_id, consent_id, id, name) select $1, $2, n, case n when ${SOURCES + 1} then 'rare' else 'source ' || n end from generate_series(1, ${SOURCES + 1}) as n`,
      [ws, form.id],
    );
    const all = 2 ** form.purposeIds.length - 1;
    await db.query(
      `insert into user_consents (workspace_id, id, consent_id, version, at, uid, identity, action, granted, changed, has_guardian, language, channel, source_id, source)
       select $1, (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(n & 4095), 3, '0') || '8' || lpad(to_hex(n), 15, '0'))::uuid, $2, 1, to_timestamp(ms / 1000.0),
         case when n % $6 < ${IDENTITIES} then ($8::bytea[])[n % $6 + 1] else sha256(int8send(n % $6)) end, ($9::bytea[])[n % ${IDENTITIES} + 1],
         case g when $7 then 'ALL' when 0 then 'NONE' else 'ACCEPT' end, g, n % 200 = 0, n % ${IDENTITIES} % 10 = 0, case n % 3 when 0 then 'en' else 'th' end, 'JS Web Form', case n % 100000 when 77 then ${SOURCES + 1} else n % ${SOURCES} + 1 end, ''
       from (select n, $3::bigint + (($4::bigint - $3::bigint) * n / $5::bigint) as ms, (case when n % 11 = 0 then 0 when n % 5 = 0 then n % $7 else $7 end)::bigint as g from generate_series(0, $5::bigint - 1) as n) as made`,
      [
        ws,
        form.id,
        from.getTime(),
        to.getTime(),
        rows,
        subjects,
        all,
        people.map(({ uid }) => uid),
        people.map(({ identity }) => identity),
      ],
    );
    await db.query(
      `insert into consent_days (workspace_id, consent_id, day, version, action, changed, source_id, submissions, granted)
       select $1, $2, (at at time zone 'Asia/Bangkok')::date, version, action, changed, source_id, ${counted} from user_consents where workspace_id = $1 and consent_id = $2 group by 3, 4, 5, 6, 7`,
      [ws, form.id],
    );
    await db.query(
      `insert into consent_blocks (workspace_id, consent_id, block, version, action, changed, source_id, submissions, granted)
       select $1, $2, case part when 0 then '00000000-0000-0000-0000-000000000000' else first end, version, action, changed, source_id, ${counted}
       from (select *, first_value(id) over (partition by part order by id) as first
             from (select id, version, action, changed, source_id, granted, (row_number() over (order by id) - 1) / 2000 as part from user_consents where workspace_id = $1 and consent_id = $2) as numbered) as blocked
       group by 3, 4, 5, 6, 7`,
      [ws, form.id],
    );
    await db.query(
      `insert into consent_subjects (workspace_id, uid, consent_id, user_consent_id, at, version, action, granted, submissions)
       select workspace_id, uid, consent_id, id, at, version, action, granted, times
       from (select *, count(*) over (partition by uid) as times, row_number() over (partition by uid order by id desc) as back from user_consents where workspace_id = $1 and consent_id = $2) as last where back = 1`,
      [ws, form.id],
    );
    await db.query(
      `update consent_counters c set submissions = $3, subjects = s.n, accepting_all = s.every, accepting_some = s.some, declining = s.none, allowing = s.allowing,
         block = b.block, block_size = b.size, newest = (select id from user_consents where workspace_id = $1 and consent_id = $2 order by id desc limit 1)
       from (select count(*) as n, count(*) filter (where action = 'ALL') as every, count(*) filter (where action = 'ACCEPT') as some, count(*) filter (where action = 'NONE') as none, array[${bits}]::bigint[] as allowing
             from consent_subjects where workspace_id = $1 and consent_id = $2) as s,
         (select block, sum(submissions) as size from consent_blocks where workspace_id = $1 and consent_id = $2 group by block order by block desc limit 1) as b
       where c.workspace_id = $1 and c.consent_id = $2`,
      [ws, form.id, rows],
    );
    await db.query('vacuum analyze');
  } finally {
    await db.end();
  }
}
