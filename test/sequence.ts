import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** One project after another, because a worker serves only one. Browser tests last: they use the end of a run best. */
const PROJECTS = ['modules', 'e2e', 'unit'];

/**
 * The longest files of a project first, so that no worker is left with one at the end: by their duration in the last
 * run here. Unknown files come first, by the longest timeout of their tests, then by length.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranked = files.map((file) => {
      const measured = this.ctx.cache.getTestSpecificationResult(file)?.duration;
      return {
        file,
        project: PROJECTS.indexOf(file.project.name),
        duration: measured,
        ...(measured === undefined && guess(file)),
      };
    });
    return ranked
      .toSorted(
        (a, b) =>
          a.project - b.project ||
          longer(a.duration, b.duration) ||
          (b.limit ?? 0) - (a.limit ?? 0) ||
          (b.size ?? 0) - (a.size ?? 0),
      )
      .map(({ file }) => file);
  }
}

/** Compares durations, the longer first and an unknown one before any other. */
function longer(a: number | undefined, b: number | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  return b - a;
}

/** Estimates a file that has not run yet: the longest timeout it names, in milliseconds, and its length. */
function guess({ moduleId }: TestSpecification): { limit: number; size: number } {
  const source = readFileSync(moduleId, 'utf8');
  const limits = [...source.matchAll(/(?:timeout: |\}, |^\s+)(\d+)_000\b/gm)].map(([, seconds]) => Number(seconds));
  return { limit: Math.max(0, ...limits), size: source.length };
}
