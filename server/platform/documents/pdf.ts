import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MINUTE } from '../../../shared/duration.ts';
import { forkConfined } from '../confined/fork.ts';
import { appError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { ReportDocument } from './document.ts';
import type { StampedDocument } from './stamp.ts';

export interface PdfOptions {
  log: Logger;
  /** Resident MiB at which the process that draws is ended; 1,024 unless given. */
  memoryMb?: number;
  /** Documents after which that process is replaced; 50 unless given. Typst leaks about 0.4 MiB each. */
  documentsPerChild?: number;
  /** For one document, milliseconds; 120,000 unless given. */
  timeoutMs?: number;
  /** Documents that may wait for the one that is drawn; 30 unless given. */
  maxWaiting?: number;
  /** After which a process with nothing to do is ended, milliseconds; 60,000 unless given. */
  idleMs?: number;
}

export interface PdfRenderer {
  /**
   * Draws a document as a tagged PDF (PDF/UA-1). Documents wait for each other, in their order.
   * @throws {PdfError} when it could not be drawn; the next one is drawn in a process of its own
   * @throws AppError 503 `document.busy` when too many wait already
   */
  render: (document: ReportDocument) => Promise<Buffer>;
  /**
   * Draws a picture or the first pages of a PDF under a mark, as SVG.
   * @throws {PdfError} `document` for what cannot be read
   * @throws AppError 503 `document.busy` when too many wait already
   */
  stamp: (document: StampedDocument) => Promise<string>;
  /** The process at work, if there is one: for the system's health page and for tests. */
  readonly pid: number | undefined;
  /** Refuses what waits, ends the process, removes its folder. */
  close: () => Promise<void>;
}

export type PdfFailure = 'document' | 'memory' | 'timeout' | 'crash' | 'closed';

export class PdfError extends Error {
  readonly reason: PdfFailure;
  constructor(reason: PdfFailure, message: string) {
    super(message);
    this.name = 'PdfError';
    this.reason = reason;
  }
}

/** What is to be drawn: answered with a PDF, or an SVG. */
export type Drawing = { readonly report: ReportDocument } | { readonly stamp: StampedDocument };
interface Job {
  drawing: Drawing;
  resolve: (drawn: Uint8Array | string) => void;
  reject: (error: Error) => void;
}
type Answer = { drawn: Uint8Array | string; rss: number } | { error: string; rss: number };

const CHILD = fileURLToPath(new URL('pdfChild.ts', import.meta.url));

/** PDFs, made in one child process that is started when first needed, watched, and replaced when worn. */
export const createPdfRenderer = (options: PdfOptions): PdfRenderer => new ChildRenderer(options);

class ChildRenderer implements PdfRenderer {
  readonly #options: Required<PdfOptions>;
  readonly #waiting: Job[] = [];
  #workspace: string | null = null;
  #child: ChildProcess | null = null;
  #drawn = 0;
  #current: (Job & { timer: NodeJS.Timeout }) | null = null;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;
  readonly #exits = new Set<Promise<void>>();

  constructor({
    log,
    memoryMb = 1_024,
    documentsPerChild = 50,
    timeoutMs = 120_000,
    maxWaiting = 30,
    idleMs = MINUTE,
  }: PdfOptions) {
    this.#options = { log, memoryMb, documentsPerChild, timeoutMs, maxWaiting, idleMs };
  }

  async render(report: ReportDocument): Promise<Buffer> {
    const pdf = (await this.#draw({ report })) as Uint8Array;
    return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  }

  async stamp(stamp: StampedDocument): Promise<string> {
    return (await this.#draw({ stamp })) as string;
  }

  #draw(drawing: Drawing): Promise<Uint8Array | string> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new PdfError('closed', 'The PDF renderer is closed'));
      // Whoever would wait for minutes has long gone by the time their document is drawn.
      if (this.#waiting.length >= this.#options.maxWaiting) return reject(appError('document.busy'));
      this.#waiting.push({ drawing, resolve, reject });
      this.#next();
    });
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    for (const { reject } of this.#waiting.splice(0)) reject(new PdfError('closed', 'The PDF renderer is closed'));
    this.#child?.ref();
    this.#retire('SIGKILL');
    if (this.#current) this.#done().reject(new PdfError('closed', 'The PDF renderer is closed'));
    await Promise.all(this.#exits);
    if (this.#workspace) rmSync(this.#workspace, { recursive: true, force: true });
  }

  /** Draws the next document, unless one is being drawn. */
  #next(): void {
    clearTimeout(this.#idle);
    if (this.#current) return;
    const { log, timeoutMs, idleMs } = this.#options;
    const job = this.#waiting.shift();
    if (!job) {
      this.#idle = setTimeout(() => this.#retire(), idleMs).unref();
      this.#child?.unref();
      this.#child?.channel?.unref();
      return;
    }
    this.#child ??= this.#start();
    this.#child.ref();
    this.#child.channel?.ref();
    const timer = setTimeout(() => {
      log.error({ timeoutMs }, 'a PDF took too long');
      this.#retire('SIGKILL');
      this.#done().reject(new PdfError('timeout', `The document took longer than ${timeoutMs / 1_000} s to draw`));
      this.#next();
    }, timeoutMs);
    this.#current = { ...job, timer };
    // A failed send is a child that has just died, which its exit reports.
    this.#child.send(job.drawing, () => {});
  }

  #start(): ChildProcess {
    const { memoryMb } = this.#options;
    this.#workspace ??= mkdtempSync(join(tmpdir(), 'pokpong-pdf-'));
    const args = [this.#workspace, String(memoryMb)];
    const started = forkConfined(CHILD, { memoryMb, args, isNative: true });
    const output = lastOutput(started);
    started.on('message', (answer: Answer) => this.#onAnswer(started, answer));
    const exit = new Promise<void>((resolve) => {
      const onExit = (code: number | null, signal: string | null) => {
        resolve();
        this.#exits.delete(exit);
        if (started === this.#child) this.#onExit(code, signal, output());
      };
      started.once('exit', onExit);
      started.on('error', () => {
        if (started.pid === undefined) onExit(null, 'not started');
      });
    });
    this.#exits.add(exit);
    this.#drawn = 0;
    return started;
  }

  #onAnswer(from: ChildProcess, answer: Answer): void {
    if (from !== this.#child || !this.#current) return;
    const { documentsPerChild, memoryMb } = this.#options;
    this.#drawn += 1;
    const { resolve, reject } = this.#done();
    if ('drawn' in answer) resolve(answer.drawn);
    else reject(new PdfError('document', answer.error));
    // Typst gives little back: after a large document the next one gets all of the room again.
    if (this.#drawn >= documentsPerChild || answer.rss > (memoryMb / 2) * 2 ** 20) this.#retire();
    this.#next();
  }

  /** The child that was to draw has ended. */
  #onExit(code: number | null, signal: string | null, output: string): void {
    const { log, memoryMb } = this.#options;
    this.#child = null;
    if (this.#current) {
      const memory = signal === 'SIGUSR2' || /heap out of memory/.test(output);
      log.error({ code, signal, memory }, 'the process that draws PDFs ended at work');
      this.#done().reject(
        memory
          ? new PdfError('memory', `The document needs more than ${memoryMb} MiB to draw`)
          : new PdfError('crash', `The process that draws PDFs ended (${signal ?? `code ${code}`})`),
      );
    }
    this.#next();
  }

  #done(): Job {
    const job = this.#current!;
    clearTimeout(job.timer);
    this.#current = null;
    return job;
  }

  /** The child finishes by itself; whoever comes next gets another. */
  #retire(signal?: 'SIGKILL'): void {
    const old = this.#child;
    this.#child = null;
    if (signal) old?.kill(signal);
    else if (old?.connected) old.disconnect();
  }
}

/** The end of what a process writes to its error output. */
function lastOutput({ stderr }: ChildProcess): () => string {
  let output = '';
  stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-2_000);
  });
  // The channel alone decides whether the server may end.
  if (stderr instanceof Socket) stderr.unref();
  return () => output;
}
