import type { CompiledQuery } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { ExportFormat, ExportKind, ExportProblemCode } from '../../../shared/export/schema.ts';
import type { ExportSubject } from '../../../shared/registry/exportKinds.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import type { FilterStatements } from './filters.ts';

/**
 * What a maker works with: the workspace and the standing of the one who asked, as they are while the export runs.
 * `transaction` is behind the wall of the workspace; open a short one for each page of rows rather than one for all.
 */
export interface ExportJob<Input = unknown> extends Pick<
  WorkspaceContext,
  'deps' | 'workspace' | 'personnel' | 'standing' | 'transaction'
> {
  readonly id: string;
  /**
   * All rows of a query, in COPY's binary form (db/binaryRows.ts), behind the same wall: for a page of many rows, at a
   * fraction of the cost.
   */
  copy(query: CompiledQuery): Promise<Buffer>;
  readonly format: ExportFormat;
  /** Language of the document, for texts of its own. */
  readonly locale: Locale;
  /** The record it is of, or null for one of the whole workspace. */
  readonly subjectId: string | null;
  /** That record's name when the export was asked for. */
  readonly subject: string;
  readonly input: Input;
  readonly requestedBy: { readonly id: string; readonly name: string };
  /** When the export was asked for: the "as of" of the document. */
  readonly requestedAt: Date;
  /**
   * Says how far it is, in units of the maker's own (rows, sheets). Call it as often as you like: twice a second at
   * most is told.
   */
  progress(done: number, total?: number): void;
  /**
   * Where the file of a run that broke off ends, as that run marked it and `resumes` took it; the maker then makes the
   * rest of the file. Else null.
   */
  readonly position: string | null;
  /**
   * Says that what was given out so far is whole up to `position`, words of the maker's own: a run that takes over goes
   * on from there. Call it once the piece before has been taken.
   */
  mark(position: string): void;
  /**
   * Aborted when the node stops or another one has taken the export over. Rows that are read through `transaction`
   * after that fail.
   */
  readonly signal: AbortSignal;
}

/** How one kind of export is made. Modules name theirs in their manifests. */
export interface ExportMaker<Input = unknown> {
  /** Checks the filters and options that come with `export.start`. */
  readonly input: z.ZodType<Input>;
  /** The same by name, each with the words that the document states it in; others are refused. */
  readonly filters: FilterStatements<Input>;
  /**
   * Asked as the export is asked for, before its row is there: answers what is kept of the input. For inputs that must
   * not stand in clear, and for what must be noted before anything is read.
   */
  admitted?(ctx: WorkspaceContext, input: Input, subjectId: string | null): Promise<Input>;
  /**
   * Whether this job can go on from a position that an earlier run, perhaps of another version of the product, marked.
   */
  resumes?(job: ExportJob<Input>, position: string): Promise<boolean>;
  /** The file's name without its ending. Example: `บันทึกกิจกรรม-2569-11-21` */
  fileName(job: ExportJob<Input>): string;
  /** The file itself, whole or piece by piece. An `ExportProblem` thrown here names its code to the one who asked. */
  make(job: ExportJob<Input>): Promise<AsyncIterable<Uint8Array> | Uint8Array>;
}

/** Answers the name of a record that an export is of; undefined for one that is not of the workspace. */
export type NameSubject = (trx: Trx, workspaceId: string, id: string) => Promise<string | undefined>;
/** The same by the kind of record. */
export type ExportSubjects = { readonly [Subject in ExportSubject]?: NameSubject };

/** Brings a maker's code. */
export type LoadMaker = () => Promise<ExportMaker>;
/** Makers by what they make. */
export type ExportMakers = { readonly [Kind in ExportKind]?: LoadMaker };

/** A failure with a code of its own, of which the requester is notified (locales `export:problem.<code>`). */
export class ExportProblem extends Error {
  override readonly name = 'ExportProblem';
  readonly code: ExportProblemCode;
  constructor(code: ExportProblemCode, options?: ErrorOptions) {
    super(`the export cannot be made: ${code}`, options);
    this.code = code;
  }
}
