import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from '../log.ts';
import type { ReportDocument } from './document.ts';

export interface PdfOptions {
  log: Logger;
  /** Resident MiB at which the process that draws is ended; 1,024 unless given. */
  memoryMb?: number;
  /** Documents after which that process is replaced; 50 unless given. Typst leaks about 0.4 MiB each. */
  documentsPerChild?: number;
  /** For one document, milliseconds; 120,000 unless given. */
  timeoutMs?: number;
  /** After which a process with nothing to do is ended, milliseconds; 60,000 unless given. */
  idleMs?: number;
}

export interface PdfRenderer {
  /**
   * Draws a document as a tagged PDF (PDF/UA-1). Documents wait for each other, in their order.
   * @throws {PdfError} when it could not be drawn; the next one is drawn in a process of its own
   */
  render: (document: ReportDocument) => Promise<Buffer>;
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

interface Job {
  document: ReportDocument;
  resolve: (pdf: Buffer) => void;
  reject: (error: Error) => void;
}
type Answer = { pdf: Uint8Array; rss: number } | { error: string; rss: number };

const CHILD = fileURLToPath(new URL('pdfChild.ts', import.meta.url));
/** All that the child gets of the server's environment: no secret among it. */
const ENVIRONMENT = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];

/** PDFs, made in one child process that is started when first needed, watched, and replaced when worn. */
export function createPdfRenderer({
  log,
  memoryMb = 1_024,
  documentsPerChild = 50,
  timeoutMs = 120_000,
  idleMs = 60_000,
}: PdfOptions): PdfRenderer {
  const waiting: Job[] = [];
  let workspace: string | null = null;
  let child: ChildProcess | null = null;
  let drawn = 0;
  let current: (Job & { timer: NodeJS.Timeout }) | null = null;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  const exits = new Set<Promise<void>>();

  function start(): ChildProcess {
    workspace ??= mkdtempSync(join(tmpdir(), 'pokpong-pdf-'));
    const started = fork(CHILD, [workspace, String(memoryMb)], {
      execPath: process.execPath,
      execArgv: ['--no-warnings', `--max-old-space-size=${Math.ceil(memoryMb / 2)}`],
      serialization: 'advanced',
      cwd: workspace,
      env: Object.fromEntries(ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let output = '';
    const { stderr } = started;
    stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-2_000);
    });
    // The channel alone decides whether the server may end.
    if (stderr instanceof Socket) stderr.unref();
    started.on('message', (answer: Answer) => {
      if (started !== child || !current) return;
      drawn += 1;
      const { resolve, reject } = done();
      if ('pdf' in answer) resolve(Buffer.from(answer.pdf.buffer, answer.pdf.byteOffset, answer.pdf.byteLength));
      else reject(new PdfError('document', answer.error));
      // Typst gives little back: after a large document the next one gets all of the room again.
      if (drawn >= documentsPerChild || answer.rss > (memoryMb / 2) * 2 ** 20) retire();
      next();
    });
    const exit = new Promise<void>((resolve) => {
      const onExit = (code: number | null, signal: string | null) => {
        resolve();
        exits.delete(exit);
        if (started !== child) return;
        child = null;
        if (current) {
          const memory = signal === 'SIGUSR2' || /heap out of memory/.test(output);
          log.error({ code, signal, memory }, 'the process that draws PDFs ended at work');
          done().reject(
            memory
              ? new PdfError('memory', `The document needs more than ${memoryMb} MiB to draw`)
              : new PdfError('crash', `The process that draws PDFs ended (${signal ?? `code ${code}`})`),
          );
        }
        next();
      };
      started.once('exit', onExit);
      started.on('error', () => {
        if (started.pid === undefined) onExit(null, 'not started');
      });
    });
    exits.add(exit);
    drawn = 0;
    return started;
  }

  function done(): Job {
    const job = current!;
    clearTimeout(job.timer);
    current = null;
    return job;
  }

  /** The child finishes by itself; whoever comes next gets another. */
  function retire(signal?: 'SIGKILL'): void {
    const old = child;
    child = null;
    if (signal) old?.kill(signal);
    else if (old?.connected) old.disconnect();
  }

  function next(): void {
    clearTimeout(idle);
    if (current) return;
    const job = waiting.shift();
    if (!job) {
      idle = setTimeout(retire, idleMs).unref();
      child?.unref();
      child?.channel?.unref();
      return;
    }
    child ??= start();
    child.ref();
    child.channel?.ref();
    const timer = setTimeout(() => {
      log.error({ timeoutMs }, 'a PDF took too long');
      retire('SIGKILL');
      done().reject(new PdfError('timeout', `The document took longer than ${timeoutMs / 1_000} s to draw`));
      next();
    }, timeoutMs);
    current = { ...job, timer };
    // A failed send is a child that has just died: its exit tells.
    child.send(job.document, () => {});
  }

  return {
    render: (document) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new PdfError('closed', 'The PDF renderer is closed'));
        waiting.push({ document, resolve, reject });
        next();
      }),
    get pid() {
      return child?.pid;
    },
    async close() {
      closed = true;
      clearTimeout(idle);
      for (const { reject } of waiting.splice(0)) reject(new PdfError('closed', 'The PDF renderer is closed'));
      child?.ref();
      retire('SIGKILL');
      if (current) done().reject(new PdfError('closed', 'The PDF renderer is closed'));
      await Promise.all(exits);
      if (workspace) rmSync(workspace, { recursive: true, force: true });
    },
  };
}
