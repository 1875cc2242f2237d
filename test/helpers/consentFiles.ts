import { storeFile, workbook, CSV, XLSX, csv } from './recordFiles.ts';
import { runConsentImport } from '../../server/modules/consentImport/run.ts';
import { sealedIdentity, uidHash } from '../../server/modules/userConsent/record.ts';
import type { ConsentImport, ConsentMapping } from '../../shared/consentImport/schema.ts';
import { withScope } from '../../db/client.ts';
import { callerFor, type Person, type TestServer, type World } from '../factories.ts';
import type { BuiltForm } from './consents.ts';

export { csv, CSV, workbook, XLSX };
export const consentApi = async (server: World, person: Person | null) =>
  (await callerFor(server, person)).consentImport;

/** Runs the step an import waits for, like the job would. */
export const consentStep = (
  server: World,
  { id }: { id: string },
  workspaceId: string,
  signal: AbortSignal = new AbortController().signal,
) => runConsentImport(server.deps, workspaceId, id, signal);

/** Starts an import up to its columns. Rows become a CSV; bytes are used unchanged. */
export async function startedConsents(
  server: TestServer,
  person: Person,
  form: BuiltForm,
  content: Buffer | readonly (readonly string[])[],
  { name = 'consents.csv', type = CSV }: { name?: string; type?: string } = {},
): Promise<ConsentImport> {
  const ws = person.workspaceId;
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(csv(content as readonly (readonly string[])[]));
  const fileId = await storeFile(server, person, bytes, name, type);
  const created = await (await consentApi(server, person)).create({ ws, form: form.id, fileId });
  await consentStep(server, created, ws);
  return (await consentApi(server, person)).get({ ws, id: created.id });
}

/** Starts an import up to its checked rows; `mapping` overrides the suggestions. */
export async function checkedConsents(
  server: TestServer,
  person: Person,
  form: BuiltForm,
  content: Buffer | readonly (readonly string[])[],
  options: { name?: string; type?: string; mapping?: Partial<ConsentMapping> } = {},
): Promise<ConsentImport> {
  const ws = person.workspaceId;
  const { id, rowVersion, sheet, mapping } = await startedConsents(server, person, form, content, options);
  const own = await consentApi(server, person);
  const set = await own.setMapping({
    ws,
    id,
    rowVersion,
    sheet: sheet.sheet,
    headingRow: sheet.headingRow,
    ...mapping,
    ...options.mapping,
  });
  await own.check({ ws, id, rowVersion: set.rowVersion });
  await consentStep(server, { id }, ws);
  return own.get({ ws, id });
}

/** Writes a checked import. */
export async function committedConsents(
  server: TestServer,
  person: Person,
  { id, rowVersion }: ConsentImport,
): Promise<ConsentImport> {
  const ws = person.workspaceId;
  const own = await consentApi(server, person);
  await own.commit({ ws, id, rowVersion });
  await consentStep(server, { id }, ws);
  return own.get({ ws, id });
}

/** Every submission of a form, decrypted, oldest first. */
export async function submissionsOf(server: World, form: BuiltForm) {
  const key = await withScope(server.deps.db, { workspaceId: form.workspaceId }, (trx) =>
    server.deps.keyring.workspaceKey(trx, form.workspaceId),
  );
  const rows = await server.owner
    .selectFrom('userConsents')
    .selectAll()
    .where('workspaceId', '=', form.workspaceId)
    .where('consentId', '=', form.id)
    .orderBy('id')
    .execute();
  const sources = await server.owner
    .selectFrom('consentSources')
    .select(['id', 'name'])
    .where('consentId', '=', form.id)
    .execute();
  return rows.map((row) => {
    const identity = sealedIdentity.open(key, row.id, row.identity);
    return {
      uid: identity.uid,
      name: identity.name,
      guardian: identity.guardian,
      at: new Date(row.at as unknown as string).toISOString(),
      action: row.action,
      granted: Number(row.granted),
      changed: row.changed,
      version: row.version,
      language: row.language,
      channel: row.channel,
      source: sources.find(({ id }) => id === row.sourceId)?.name ?? row.source,
      importId: row.importId,
      hashed: row.uid.equals(uidHash(key, identity.uid)),
    };
  });
}

/** The counts of a form, calculated from its rows and as stored: they must be equal. */
export async function countsOf(server: World, form: BuiltForm) {
  const { owner } = server;
  const rows = await submissionsOf(server, form);
  const last = new Map(rows.map((row) => [row.uid, row]));
  const counters = await owner
    .selectFrom('consentCounters')
    .select(['submissions', 'subjects', 'acceptingAll', 'acceptingSome', 'declining'])
    .where('consentId', '=', form.id)
    .executeTakeFirstOrThrow();
  const days = await owner
    .selectFrom('consentDays')
    .select((eb) => eb.fn.sum<string>('submissions').as('n'))
    .where('consentId', '=', form.id)
    .executeTakeFirst();
  const blocks = await owner
    .selectFrom('consentBlocks')
    .select((eb) => eb.fn.sum<string>('submissions').as('n'))
    .where('consentId', '=', form.id)
    .executeTakeFirst();
  const subjects = await owner
    .selectFrom('consentSubjects')
    .select(['uid', 'action', 'granted', 'submissions'])
    .where('consentId', '=', form.id)
    .execute();
  const of = (action: string) => [...last.values()].filter((row) => row.action === action).length;
  const expected = {
    submissions: rows.length,
    subjects: last.size,
    all: of('ALL'),
    some: of('ACCEPT'),
    none: of('NONE'),
    days: rows.length,
    blocks: rows.length,
    present: rows.length,
  };
  const stored = {
    submissions: Number(counters.submissions),
    subjects: Number(counters.subjects),
    all: Number(counters.acceptingAll),
    some: Number(counters.acceptingSome),
    none: Number(counters.declining),
    days: Number(days?.n ?? 0),
    blocks: Number(blocks?.n ?? 0),
    present: subjects.reduce((sum, { submissions }) => sum + submissions, 0),
  };
  return { expected, stored };
}
