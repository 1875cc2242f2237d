import { type ComponentProps, lazy, Suspense } from 'react';
import { useGo, usePath } from '../shell/navigation.ts';
import { Card, chakra, ErrorState, Flex, SkeletonText, Stack } from '../ui/index.ts';
import { NativeSelect } from '../ui/form/index.ts';

const DiffView = lazy(() => import('../ui/DiffView.tsx').then((module) => ({ default: module.DiffView })));

/** The side that is not a version but the draft as it is saved. */
export const DRAFT = 'draft';

/**
 * The two sides that the address names (`from`, `to`); by default the draft, or the newest version, against the one
 * before.
 */
export function sidesOf(
  params: URLSearchParams,
  isDraft: boolean,
  versions: readonly { version: number }[],
): { from: string; to: string } {
  const newest = String(versions[0]?.version ?? '');
  const to = params.get('to') ?? (isDraft ? DRAFT : newest);
  return { to, from: params.get('from') ?? (to === DRAFT ? newest : String(versions[1]?.version ?? newest)) };
}

/** What one side shows, as far as it is there. */
interface Loaded<Content> {
  content: Content | undefined;
  failed: boolean;
  retry: () => void;
}

export interface CompareVersionsProps<Content> {
  isDraft: boolean;
  versions: readonly number[];
  sides: { from: string; to: string };
  /** Texts of the record's namespace: `compare`, `from`, `to`, `draft` and `name` (of version `number`). */
  say: (key: 'compare' | 'from' | 'to' | 'draft' | 'name', values?: { number: string }) => string;
  before: Loaded<Content>;
  after: Loaded<Content>;
  diff: (before: Content, after: Content) => ComponentProps<typeof DiffView>['fields'];
}

/** Any two versions, or one and the draft as it is saved, field by field; the choice stands in the address. */
export function CompareVersions<Content>({
  isDraft,
  versions,
  sides,
  say,
  before,
  after,
  diff,
}: CompareVersionsProps<Content>) {
  const go = useGo();
  const path = usePath();
  const { from, to } = sides;
  const options = [...(isDraft ? [DRAFT] : []), ...versions.map(String)];
  const word = (side: string) => (side === DRAFT ? say('draft') : say('name', { number: side }));
  const choose = (chosen: { from: string; to: string }) =>
    go(`${path}?tab=versions&from=${chosen.from}&to=${chosen.to}`, { replace: true });
  if (options.length < 2) return null;
  return (
    <Card title={say('compare')}>
      <Stack gap="4">
        <Flex wrap="wrap" gap="3">
          <Side
            label={say('from')}
            value={from}
            options={options}
            word={word}
            onChange={(value) => choose({ from: value, to })}
          />
          <Side
            label={say('to')}
            value={to}
            options={options}
            word={word}
            onChange={(value) => choose({ from, to: value })}
          />
        </Flex>
        {before.content && after.content ? (
          <Suspense fallback={<SkeletonText lines={6} />}>
            <DiffView beforeLabel={word(from)} afterLabel={word(to)} fields={diff(before.content, after.content)} />
          </Suspense>
        ) : before.failed || after.failed ? (
          <ErrorState
            onRetry={() => {
              before.retry();
              after.retry();
            }}
          />
        ) : (
          <SkeletonText lines={6} />
        )}
      </Stack>
    </Card>
  );
}

function Side({
  label,
  value,
  options,
  word,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly string[];
  word: (side: string) => string;
  onChange: (value: string) => void;
}) {
  return (
    <chakra.label display="grid" gap="1" flex="1" minWidth="10rem" maxWidth="18rem">
      <chakra.span textStyle="dense" color="muted">
        {label}
      </chakra.span>
      <NativeSelect value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {word(option)}
          </option>
        ))}
      </NativeSelect>
    </chakra.label>
  );
}
