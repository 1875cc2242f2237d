import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Card, chakra, Text, useFormat } from '../ui/index.ts';
import { focusField } from './fieldFocus.tsx';
import { type FieldDescriptor, problemLabel, type Words } from './fields.ts';

/** What prevents a record from being published: where in the form, and the key of its text. */
export interface RecordProblem {
  readonly path: readonly (string | number)[];
  readonly key: string;
  readonly values?: object;
}

export interface RecordProblemsProps<Content> {
  problems: readonly RecordProblem[];
  fields: readonly FieldDescriptor<Content>[];
  words: Words;
  /** Displays the part of the page that contains the field, such as a tab; where the page has parts. */
  lead?: (path: RecordProblem['path']) => void;
}

/** What prevents a record from being published, one entry on each line. */
export function ProblemLines({ children }: { children: ReactNode }) {
  return (
    <chakra.ul listStyle="none" display="grid" gap="2.5">
      {children}
    </chakra.ul>
  );
}

/** The problems as a list; each links to its field. Inside the form, or in a dialog that `onChosen` closes. */
export function ProblemList<Content>({
  problems,
  fields,
  words,
  lead,
  onChosen,
}: RecordProblemsProps<Content> & { onChosen?: () => void }) {
  return (
    <ProblemLines>
      {problems.map(({ path, key, values }) => (
        <chakra.li key={path.join('.')} textStyle="dense">
          <Button
            look="text"
            whiteSpace="normal"
            textAlign="start"
            height="auto"
            onClick={() => {
              onChosen?.();
              lead?.(path);
              // After a dialog has restored the focus, and the part of the page is rendered.
              setTimeout(() => focusField(path), onChosen || lead ? 200 : 0);
            }}
          >
            {problemLabel(fields, path, undefined, words)}
          </Button>
          {/* Without the reason "missing", which is obvious. */}
          {key !== 'errors:required' && <chakra.div color="muted">{words.t(key, values)}</chakra.div>}
        </chakra.li>
      ))}
    </ProblemLines>
  );
}

/** In the rail: what is missing before publishing, live. */
export function ProblemsCard<Content>(props: RecordProblemsProps<Content>) {
  const { t } = useTranslation('versionedRecord');
  const { number } = useFormat();
  const count = props.problems.length;
  return (
    <Card title={t('missing.title')}>
      {count === 0 ? (
        <chakra.p display="flex" gap="2" alignItems="center" color="ok.text">
          <CircleCheck size={20} aria-hidden />
          {t('missing.ready')}
        </chakra.p>
      ) : (
        <>
          <Text textStyle="dense" color="muted" mb="3">
            {t('missing.lead', { count, number: number(count) })}
          </Text>
          <chakra.div maxHeight={{ lg: 'calc(100dvh - 22rem)' }} minHeight="8rem" overflowY="auto" mx="-1" px="1">
            <ProblemList {...props} />
          </chakra.div>
        </>
      )}
    </Card>
  );
}
