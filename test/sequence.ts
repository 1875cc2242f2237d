import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Of a project after another, since a worker serves one only. Browser tests last: they fill both ends of a run best. */
const PROJECTS = ['modules', 'e2e', 'unit'];
/** Those that run longer than their length says. */
const LONG = [
  'tenancy.test.ts',
  'rest-contract.test.ts',
  'accessibility.test.ts',
  'register.test.ts',
  'record.test.ts',
];

/** The longest files of a project first, so that no worker is left with one at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) => ({
      project: PROJECTS.indexOf(project.name),
      size: LONG.some((name) => moduleId.endsWith(`/${name}`)) ? Number.MAX_SAFE_INTEGER : statSync(moduleId).size,
    });
    return files.toSorted((one, other) => {
      const [a, b] = [rank(one), rank(other)];
      return a.project - b.project || b.size - a.size;
    });
  }
}
