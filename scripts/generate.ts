import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { PostgresDialect as PostgresGenerator, generate, RawExpressionNode } from 'kysely-codegen';
import pg from 'pg';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrator.ts';
import { ROOT } from './client.ts';
import { type ApiDocument, sampleCalls } from './sampleCalls.ts';
import { type SharedFile, stateDocument } from './stateDiagrams.ts';

/** A file that is made by the project from another part of it, and committed. */
export interface GeneratedFile {
  /** Path from the root of the project. */
  path: string;
  content: string;
}

/**
 * Kysely's own tables and the checksums are nobody's business but the migrator's, and those of the jobs pg-boss's;
 * months of submissions are parts of one table.
 */
const OWN_TABLES = ['kysely_migration', 'kysely_migration_lock', 'migration_checksums', 'pgboss.*', 'user_consents_*'];

/** Types as `db/client.ts` parses them: points in time as ISO texts, days as YYYY-MM-DD, all numbers as numbers. */
const TYPES = {
  timestamptz: 'Timestamp',
  timestamp: 'Timestamp',
  json: 'Json',
  jsonb: 'Json',
  int8: 'number',
  numeric: 'number',
  xid8: 'string',
};
const KYSELY_IMPORT = 'import type { ColumnType } from "kysely";\n';
const SCALARS_IMPORT = 'import type { EntityName, Json, Timestamp } from "./scalars.ts";\n';
/** Columns that take fewer values than their type in the database. */
const ENTITY_NAME = new RawExpressionNode('EntityName');
const COLUMNS = { 'activity_logs.entity': ENTITY_NAME, 'outbox.entity': ENTITY_NAME };

/** Every generated file, in memory; the types first, since the code behind the document cannot do without them. */
export async function* generateFiles(): AsyncGenerator<GeneratedFile> {
  yield await databaseTypes();
  const document = await openApiDocument();
  yield { path: 'openapi.json', content: `${JSON.stringify(document, null, 2)}\n` };
  yield { path: 'shared/apiKey/calls.json', content: sampleCalls(document as ApiDocument) };
  yield { path: 'docs/states.md', content: stateDocument(await sharedFiles()) };
}

/** `db/types.ts` from a new database with every migration. */
async function databaseTypes(): Promise<GeneratedFile> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pokpong-codegen-'));
  const embedded = await startEmbedded({ dataDir, fast: true });
  try {
    await migrate(embedded.url);
    const pool = new pg.Pool({ connectionString: embedded.url, max: 2 });
    pool.on('error', () => {
      /* Postgres is stopped while the last connection is still closing */
    });
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    try {
      const content = await generate({
        db,
        dialect: new PostgresGenerator({ dateParser: 'string', numericParser: 'number' }),
        camelCase: true,
        outFile: null,
        excludePattern: `(${OWN_TABLES.join('|')})`,
        typeMapping: TYPES,
        overrides: { columns: COLUMNS },
      });
      // The generator imports nothing for the types of a mapping.
      return { path: 'db/types.ts', content: content.replace(KYSELY_IMPORT, KYSELY_IMPORT + SCALARS_IMPORT) };
    } finally {
      await db.destroy();
    }
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The OpenAPI document, from the procedures. */
async function openApiDocument(): Promise<object> {
  // Only now: it brings in the whole server.
  const [{ buildOpenApi }, { appRouter }, { modules }, { collectModules }] = await Promise.all([
    import('../server/platform/http/openapi.ts'),
    import('../server/router.ts'),
    import('../server/modules/index.ts'),
    import('../server/platform/modules/registry.ts'),
  ]);
  return buildOpenApi(appRouter, collectModules(modules).openapi, await sharedFiles());
}

/** What modules share between server and client, and what they have in common. */
export const sharedFiles = (): Promise<SharedFile[]> =>
  Promise.all(
    globSync('{shared/*.ts,shared/*/*.ts}', { cwd: ROOT, exclude: ['shared/locales/**', 'shared/registry/**'] })
      .sort()
      .map(async (path) => ({
        module: basename(dirname(path)),
        exports: (await import(join(ROOT, path))) as Record<string, unknown>,
      })),
  );
