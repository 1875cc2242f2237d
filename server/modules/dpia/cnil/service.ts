import { createHash, randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../../db/client.ts';
import { type CnilFile, type CnilProblem, CnilUnreadable, readCnil } from '../../../../shared/dpia/cnil/format.ts';
import { type CnilReading, readAssessment, sourceIn } from '../../../../shared/dpia/cnil/read.ts';
import type { CnilAnnex } from '../../../../shared/dpia/cnil/report.ts';
import type { cnilImport, cnilInput, CnilPreview } from '../../../../shared/dpia/cnil/schema.ts';
import type { DpiaFramework } from '../../../../shared/dpia/framework.ts';
import { appError } from '../../../platform/errors.ts';
import { attachGenerated, storeGenerated } from '../../../platform/files/service.ts';
import { translate } from '../../../platform/i18n.ts';
import type { WorkspaceContext } from '../../../platform/trpc/context.ts';
import { frameworkOf } from '../../dpiaSettings/service.ts';
import { assignableOf } from '../assignees.ts';
import { annexFile } from '../files.ts';
import { peopleIdsOf } from '../freeze.ts';
import { derivedOf, dpiaRecord } from '../record.ts';
import { registerOf } from '../register.ts';
import { suggestionOf } from '../suggest.ts';

/** Texts about a file that cannot be read. */
const PROBLEMS = {
  size: 'dpiaCnil:problem.size',
  depth: 'dpiaCnil:problem.depth',
  json: 'dpiaCnil:problem.json',
  form: 'dpiaCnil:problem.form',
  several: 'dpiaCnil:problem.several',
  entries: 'dpiaCnil:problem.entries',
} as const satisfies Record<CnilProblem, string>;

type Input = z.output<typeof cnilInput>;

/** The result of reading a file. @throws 400 `dpia.cnilUnreadable` at `file` */
function orRefused<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof CnilUnreadable)
      throw appError('dpia.cnilUnreadable', { at: 'file', text: PROBLEMS[error.problem] });
    throw error;
  }
}

/** How an import reads a file for an application. @throws 404 for another workspace's application */
async function readingOf(
  trx: Trx,
  { workspace }: Pick<WorkspaceContext, 'workspace'>,
  { variant, applicationId }: Input,
  file: CnilFile,
): Promise<{ reading: CnilReading; framework: DpiaFramework }> {
  const { name, purposes } = await registerOf(trx, workspace.id, applicationId);
  const draft = sourceIn(file)?.draft;
  const framework = await frameworkOf(trx, workspace.id, variant);
  const people = draft ? peopleIdsOf(draft) : [];
  const place = {
    framework,
    purposeIds: new Set(purposes.map(({ id }) => id)),
    measureIds: new Set(purposes.flatMap(({ content }) => content.securityMeasures.map(({ id }) => id))),
    peopleIds: await assignableOf(trx, workspace.id, people),
    newId: randomUUIDv7,
  };
  // The record is in Thai first, whatever the language of a file.
  const t = (key: string, values = {}) => translate('th', `dpiaCnil:${key}`, values);
  const target = {
    place,
    name: t('nameOf', { name }).slice(0, 200).toWellFormed(),
    reason: t('reason'),
    word: (key: string) => t(`word.${key}`),
  };
  return { reading: orRefused(() => readAssessment(file, target)), framework };
}

/** The result of importing a file; nothing is stored. @throws 400 for an invalid file, 404 */
export async function previewCnil(ctx: WorkspaceContext, input: Input): Promise<CnilPreview> {
  const file = orRefused(() => readCnil(input.file));
  return ctx.read(async (trx) => {
    const { reading } = await readingOf(trx, ctx, input, file);
    return { name: reading.draft.name, own: sourceIn(file) !== undefined, lines: [...reading.lines] };
  });
}

/** Creates a new assessment from a file; content without a matching field becomes an annex. @throws as `previewCnil` */
export async function importCnil(ctx: WorkspaceContext, input: Input): Promise<z.output<typeof cnilImport>> {
  const file = orRefused(() => readCnil(input.file));
  const { reading, framework } = await ctx.read((trx) => readingOf(trx, ctx, input, file));
  const { draft, lines, annex } = reading;
  const annexId = annex && (await storeAnnex(ctx, draft.name, annex));
  return ctx.transaction(async (trx) => {
    const suggestion = await suggestionOf(trx, ctx, input.applicationId);
    const { id } = await dpiaRecord.insert(trx, ctx, draft, {
      variant: input.variant,
      applicationId: input.applicationId,
      framework: JSON.stringify(framework),
      suggestion: JSON.stringify(suggestion),
      ...derivedOf(draft, framework),
    });
    if (annexId)
      await attachGenerated(trx, annexFile, { workspaceId: ctx.workspace.id, ownerId: id, fileId: annexId, at: null });
    return { dpia: await dpiaRecord.existing(trx, ctx, id), lines: [...lines] };
  });
}

/**
 * Stores content without a matching field, unchanged; it is swept unless an assessment takes it. Outside a transaction,
 * which would lock records while the file store is waited for. @returns id of its file
 */
async function storeAnnex(
  { deps, workspace: { id: workspaceId }, personnel }: WorkspaceContext,
  name: string,
  annex: CnilAnnex,
): Promise<string> {
  const bytes = Buffer.from(JSON.stringify(annex, null, 2));
  const { id } = await storeGenerated(
    deps,
    {
      workspaceId,
      uploadedBy: personnel.id,
      name: `${translate('th', 'dpiaCnil:annex')} ${name.slice(0, 100).toWellFormed()}.json`,
      type: 'application/json',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    },
    bytes,
  );
  return id;
}
