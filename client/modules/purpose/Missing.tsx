import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiaTest } from '../../../shared/purpose/legitimateInterest.ts';
import { purposeProblems, type PurposeProblem } from '../../../shared/purpose/schema.ts';
import { chakra } from '../../ui/index.ts';
import { useWatch } from '../../ui/form/index.ts';
import { MissingCard as Missing } from '../../records/MissingCard.tsx';
import { ProblemList as Listed } from '../../records/ProblemList.tsx';
import { type Say, sayOf } from './content.ts';
import type { FormValues } from './formValues.ts';
import { useNames } from './names.tsx';

/** What still keeps the purpose from being published, as it is typed now. Inside the form. */
export function useProblems(): PurposeProblem[] {
  const values = useWatch() as FormValues;
  const { isSensitive } = useNames();
  return useMemo(() => purposeProblems(values, isSensitive), [values, isSensitive]);
}

/** The field a problem is of, in words. */
function problemLabel({ path }: PurposeProblem, say: Say): string {
  const [head, second, third] = path;
  if (head === 'title' || head === 'description')
    return say(second === 'en' ? 'missing.inEnglish' : 'missing.inThai', { field: say(`field.${head}`) });
  if (head === 'legitimateInterest')
    return say('missing.liaQuestion', { test: say(`lia.test.${second as LiaTest}`), number: Number(third) + 1 });
  if (head === 'thirdParties' && typeof second === 'number')
    return `${say('missing.party', { number: second + 1 })}: ${say(`party.${String(third)}`)}`;
  if (head === 'retention')
    return say(second === 'note' ? 'field.retentionNote' : second === 'unit' ? 'retention.unit' : 'field.retention');
  if (head === 'responsibleDepartmentId') return say('field.responsible');
  return say(`field.${String(head)}`);
}

/** The problems as a list; each leads to its field. */
export function ProblemList({ problems, onChosen }: { problems: readonly PurposeProblem[]; onChosen?: () => void }) {
  const { t } = useTranslation('purposeScreen');
  const say = sayOf(t);
  return (
    <Listed
      problems={problems.map((problem) => ({
        path: problem.path,
        label: problemLabel(problem, say),
        detail: say(problem.key, problem.values),
      }))}
      onChosen={onChosen}
    />
  );
}

/** In the rail: what is missing before publishing, live. */
export function MissingCard() {
  const { t } = useTranslation('purposeScreen');
  const problems = useProblems();
  return (
    <Missing count={problems.length} say={(key, values) => t(`missing.${key}`, values ?? {})}>
      <chakra.div maxHeight={{ lg: 'calc(100dvh - 22rem)' }} minHeight="8rem" overflowY="auto" mx="-1" px="1">
        <ProblemList problems={problems} />
      </chakra.div>
    </Missing>
  );
}
