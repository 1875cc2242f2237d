// Other implementations that accept the same submissions, to compare with the product: plain Fastify routes over plain
// tables, without workspaces, versions, encryption or counts. Each responds once its data is durable.
import { randomUUIDv7 } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';

interface Submission {
  readonly uid: string;
  readonly name: string;
  readonly consentUUID: string;
  readonly consentVersion: number;
  readonly purposeUUIDs: readonly string[];
  readonly action: string;
  readonly source: string;
}
/** Stores one submission with this id. */
type Keep = (id: string, body: Submission) => Promise<unknown>;

export interface Rival {
  readonly port: number;
  close(): Promise<void>;
}

const COLUMNS =
  'id uuid primary key, uid text not null, identity text not null, action text not null, granted bigint not null, version integer not null, source text not null, at timestamptz not null default now()';
const BATCH = 100;

async function listen(databaseUrl: string, keepIn: (pool: pg.Pool) => Promise<Keep>): Promise<Rival> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const keep = await keepIn(pool);
  const app = Fastify();
  app.post('/', async (request: FastifyRequest, reply) => {
    const body = request.body as Submission;
    const id = randomUUIDv7();
    await keep(id, body);
    return reply.code(201).send({ id, consentUUID: body.consentUUID });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    port: (app.server.address() as AddressInfo).port,
    async close() {
      await app.close();
      await pool.end();
    },
  };
}

/** One row per request, by a prepared INSERT. */
export const oneRowARequest = (databaseUrl: string): Promise<Rival> =>
  listen(databaseUrl, async (pool) => {
    await pool.query(`create table rows_bare (${COLUMNS})`);
    return (id, { uid, name, action, consentVersion, source }) =>
      pool.query({
        name: 'row',
        text: 'insert into rows_bare (id, uid, identity, action, granted, version, source) values ($1, $2, $3, $4, $5, $6, $7)',
        values: [id, uid, name, action, 7, consentVersion, source],
      });
  });

/**
 * The same rows, those that arrive while a statement is running in one batch with the next one: a plain micro-batch.
 */
export const microBatch = (databaseUrl: string): Promise<Rival> =>
  listen(databaseUrl, async (pool) => {
    await pool.query(`create table batches_bare (${COLUMNS})`);
    type Waiting = { id: string; body: Submission; resolve: () => void; reject: (error: unknown) => void };
    const waiting: Waiting[] = [];
    let isWriting = false;
    const write = async (): Promise<void> => {
      while (waiting.length > 0) {
        const batch = waiting.splice(0, BATCH);
        const of = (pick: (one: Waiting) => unknown) => batch.map(pick);
        await pool
          .query({
            name: 'batch',
            text: 'insert into batches_bare (id, uid, identity, action, granted, version, source) select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::int[], $7::text[])',
            values: [
              of(({ id }) => id),
              of(({ body }) => body.uid),
              of(({ body }) => body.name),
              of(({ body }) => body.action),
              of(() => 7),
              of(({ body }) => body.consentVersion),
              of(({ body }) => body.source),
            ],
          })
          .then(
            () => batch.forEach(({ resolve }) => resolve()),
            (error: unknown) => batch.forEach(({ reject }) => reject(error)),
          );
      }
      isWriting = false;
    };
    return (id, body) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ id, body, resolve, reject });
      if (!isWriting) {
        isWriting = true;
        setImmediate(() => void write());
      }
      return promise;
    };
  });

/**
 * The method of c15t (its `POST /subjects`): look-ups of subject, domain, policy and each purpose, then a transaction
 * that writes subject, consent and audit entry; one unprepared statement each.
 */
export const recordByRecord = (databaseUrl: string): Promise<Rival> =>
  listen(databaseUrl, async (pool) => {
    await pool.query(`
      create table subjects_bare (id text primary key, external_id text not null, created_at timestamptz not null default now());
      create index on subjects_bare (external_id);
      create table domains_bare (id uuid primary key default gen_random_uuid(), name text not null unique);
      insert into domains_bare (name) values ('www.example.co.th');
      create table policies_bare (id uuid primary key default gen_random_uuid(), type text not null, active boolean not null);
      insert into policies_bare (type, active) values ('cookie_banner', true);
      create table purposes_bare (id uuid primary key default gen_random_uuid(), code text not null unique);
      create table consents_bare (id text primary key, subject_id text not null references subjects_bare, domain_id uuid not null references domains_bare,
        policy_id uuid not null references policies_bare, purpose_ids jsonb not null, given_at timestamptz not null);
      create table audit_bare (id text primary key, subject_id text not null, entity text not null, entity_id text not null, action text not null, changes jsonb not null, at timestamptz not null default now())`);
    const codes = new Set<string>();
    const one = async (text: string, values: unknown[]) => (await pool.query(text, values)).rows[0] as { id: string };
    return async (id, { uid, source, purposeUUIDs, action }) => {
      const known = await one('select id from subjects_bare where external_id = $1', [uid]);
      const domain = await one('select id from domains_bare where name = $1', [source]);
      const policy = await one('select id from policies_bare where type = $1 and active', ['cookie_banner']);
      const purposes: string[] = [];
      for (const code of purposeUUIDs) {
        if (!codes.has(code))
          await pool.query('insert into purposes_bare (code) values ($1) on conflict do nothing', [code]);
        codes.add(code);
        purposes.push((await one('select id from purposes_bare where code = $1', [code])).id);
      }
      const client = await pool.connect();
      try {
        await client.query('begin');
        if (!known) await client.query('insert into subjects_bare (id, external_id) values ($1, $2)', [id, uid]);
        const subject = known?.id ?? id;
        await client.query(
          'insert into consents_bare (id, subject_id, domain_id, policy_id, purpose_ids, given_at) values ($1, $2, $3, $4, $5, now())',
          [id, subject, domain.id, policy.id, JSON.stringify(purposes)],
        );
        await client.query(
          'insert into audit_bare (id, subject_id, entity, entity_id, action, changes) values ($1, $2, $3, $4, $5, $6)',
          [randomUUIDv7(), subject, 'consent', id, 'consent_given', JSON.stringify({ action, purposes })],
        );
        await client.query('commit');
      } finally {
        client.release();
      }
    };
  });
