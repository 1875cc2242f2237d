import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Of a project after another, since a worker serves one only. Browser tests last: they fill both ends of a run best. */
const PROJECTS = ['modules', 'e2e', 'unit'];

/**
 * The longest files of a project first, so that no worker is left with one at the end: by what the last run here took
 * for them. Those it did not run come before, by the longest time that one of their tests is given, then by length.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranked = files.map((file) => {
      const measured = this.ctx.cache.getTestSpecificationResult(file)?.duration;
      return {
        file,
        project: PROJECTS.indexOf(file.project.name),
        taken: measured,
        ...(measured === undefined && guess(file)),
      };
    });
    return ranked
      .toSorted(
        (a, b) =>
          a.project - b.project ||
          longer(a.taken, b.taken) ||
          (b.limit ?? 0) - (a.limit ?? 0) ||
          (b.size ?? 0) - (a.size ?? 0),
      )
      .map(({ file }) => file);
  }
}

/** Compares times, the longer first and one that is not known before any other. */
function longer(a: number | undefined, b: number | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  return b - a;
}

/** What can be read from a file that has not run yet: the longest timeout it names, in milliseconds, and its length. */
function guess({ moduleId }: TestSpecification): { limit: number; size: number } {
  const source = readFileSync(moduleId, 'utf8');
  const limits = [...source.matchAll(/(?:timeout: |\}, |^\s+)(\d+)_000\b/gm)].map(([, seconds]) => Number(seconds));
  return { limit: Math.max(0, ...limits), size: source.length };
}
