import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** One project after another, because a worker serves only one. Browser tests last: they use the end of a run best. */
const PROJECTS = ['modules', 'e2e', 'unit'];

/**
 * The longest files of a project first, so that no worker is left with one at the end: by their duration in the last
 * run here. Unknown files come first, by size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranked = files.map((file) => {
      const measured = this.ctx.cache.getTestSpecificationResult(file)?.duration;
      return {
        file,
        project: PROJECTS.indexOf(file.project.name),
        duration: measured,
        // An estimate for a file that has not run yet.
        size: measured === undefined ? statSync(file.moduleId).size : 0,
      };
    });
    return ranked
      .toSorted((a, b) => a.project - b.project || longer(a.duration, b.duration) || b.size - a.size)
      .map(({ file }) => file);
  }
}

/** Compares durations, the longer first and an unknown one before any other. */
function longer(a: number | undefined, b: number | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  return b - a;
}
