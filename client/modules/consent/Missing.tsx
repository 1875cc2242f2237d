import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Consent, consentProblems } from '../../../shared/consent/schema.ts';
import { useFormContext, useWatch } from '../../ui/form/index.ts';
import { MissingCard as Missing } from '../../records/MissingCard.tsx';
import { ProblemList as Listed } from '../../records/ProblemList.tsx';
import { type Say, sayOf } from './content.ts';
import type { FormValues } from './formValues.ts';
import { usePurposeNames } from './purposeNames.tsx';

export type Problem = ReturnType<typeof consentProblems>[number];

/** What still keeps the form from being published, as it is typed now. Inside the form. */
export function useProblems(): Problem[] {
  const values = useWatch() as FormValues;
  const names = usePurposeNames();
  // A purpose whose name is still on its way counts as lawful: the server has the last word.
  return useMemo(() => consentProblems(values, (id) => names.get(id)?.lawful ?? true), [values, names]);
}

/** The field a problem is of, in words. */
function problemLabel({ path }: Problem, say: Say): string {
  const [head, second] = path;
  if (head === 'title' || head === 'description')
    return say(second === 'en' ? 'inEnglish' : 'inThai', { field: say(`field.${head}`) });
  if (head === 'purposes' && typeof second === 'number') return say('missing.purposeAt', { number: second + 1 });
  if (head === 'font') return say(second === 'url' ? 'field.fontUrl' : 'field.fontName');
  return say(`field.${String(head)}`);
}

/** The problems as a list; each leads to its field. */
export function ProblemList({ problems, onChosen }: { problems: readonly Problem[]; onChosen?: () => void }) {
  const { t } = useTranslation(['consent', 'errors']);
  const say = sayOf(t);
  return (
    <Listed
      problems={problems.map((problem) => ({
        path: problem.path,
        label: problemLabel(problem, say),
        ...(problem.key !== 'errors:required' && { detail: say(problem.key) }),
      }))}
      onChosen={onChosen}
    />
  );
}

/** In the rail: what is missing before publishing, live; nothing while there is nothing to publish. */
export function MissingCard({ record }: { record: Consent }) {
  const { t } = useTranslation('consent');
  const problems = useProblems();
  const { isDirty } = useFormContext().formState;
  if (problems.length === 0 && record.status === 'published' && !record.outdated && !isDirty) return null;
  return (
    <Missing count={problems.length} say={(key, values) => t(`missing.${key}`, values ?? {})}>
      <ProblemList problems={problems} />
    </Missing>
  );
}
