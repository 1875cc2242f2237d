import { useMemo } from 'react';
import type { Notice } from '../../../shared/privacyNotice/schema.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { RecordProblem } from '../../records/RecordProblems.tsx';
import { useWords } from '../../records/useWords.ts';
import { useGo, usePath } from '../../shell/navigation.ts';
import { guarded, useFormat } from '../../ui/index.ts';
import { NOTICE_FIELDS } from './noticeFields.ts';
import { stepOfPath, stepQuery } from './noticeSteps.ts';

/**
 * Problems that prevent a notice, as last saved, from being published: of the notice and of the records it is based on.
 */
export function useProblems(record: Notice) {
  const words = useWords('privacyNoticeScreen');
  const { text } = useFormat();
  const go = useGo();
  const page = usePath();
  const problems = useMemo(
    (): RecordProblem[] => [
      ...record.problems,
      ...record.gaps.map(({ record: kind, id, section, title, field }) => ({
        path: ['gaps', kind, id, field, section],
        key: 'privacyNoticeScreen:gap.of',
        values: { title: text(title) },
      })),
    ],
    [record, text],
  );
  const lead = (path: RecordProblem['path']) => {
    const [first, kind, id, field] = path;
    if (first === 'gaps' && (kind === 'purpose' || kind === 'application')) {
      const tab = field === 'dataMapping' ? { tab: 'data-mapping' } : {};
      return guarded(() => go(recordAddress(kind, String(id), tab)));
    }
    const query = stepQuery(stepOfPath(path));
    go(query === '?' ? page : page + query);
  };
  return { problems, fields: NOTICE_FIELDS, words, lead };
}
