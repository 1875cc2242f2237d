import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { useGo, usePath } from '../shell/navigation.ts';
import { Card, chakra, ErrorState, Flex, SkeletonText, Stack } from '../ui/index.ts';
import { NativeSelect } from '../ui/form/index.ts';
import { differences } from './fields.ts';
import type { RecordVersionsProps } from './RecordVersions.tsx';
import { lazyScreen } from '../ui/lazyScreen.tsx';
import { DRAFT, sideOptions, sidesOf } from './versionSides.ts';

const DiffView = lazyScreen(async () => ({ default: (await import('../ui/DiffView.tsx')).DiffView }));

/** Any two versions, or one and the saved draft, field by field; the choice is in the address. */
export function CompareVersions<Content>({
  record,
  draft,
  fields,
  words,
  useVersion,
  moreDifferences,
}: RecordVersionsProps<Content>) {
  const { t } = useTranslation('versionedRecord');
  const go = useGo();
  const path = usePath();
  const options = sideOptions(record.status === 'draft', record.publishedVersion);
  const { from, to } = sidesOf(new URLSearchParams(useSearch()), options);
  const before = useSide(from, draft, useVersion);
  const after = useSide(to, draft, useVersion);
  const name = (side: string) => (side === DRAFT ? t('version.draft') : t('version.name', { number: side }));
  const choose = (sides: { from: string; to: string }) =>
    go(`${path}?tab=versions&from=${sides.from}&to=${sides.to}`, { replace: true });
  if (options.length < 2) return null;
  return (
    <Card title={t('version.compare')}>
      <Stack gap="4">
        <Flex wrap="wrap" gap="3">
          <Side
            label={t('version.from')}
            value={from}
            options={options}
            name={name}
            onChange={(value) => choose({ from: value, to })}
          />
          <Side
            label={t('version.to')}
            value={to}
            options={options}
            name={name}
            onChange={(value) => choose({ from, to: value })}
          />
        </Flex>
        {before.content && after.content ? (
          <Suspense fallback={<SkeletonText lines={6} />}>
            <DiffView
              beforeLabel={name(from)}
              afterLabel={name(to)}
              fields={[
                ...differences(fields, before.content, after.content, words),
                ...(moreDifferences?.(before.content, after.content) ?? []),
              ]}
            />
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

/** The content of a version, or of the draft. */
function useSide<Content>(side: string, draft: Content, useVersion: RecordVersionsProps<Content>['useVersion']) {
  const { data, error, refetch } = useVersion(side === DRAFT ? null : Number(side) || null);
  return {
    content: side === DRAFT ? draft : data?.content,
    failed: error !== null && error !== undefined,
    retry: () => void refetch(),
  };
}

interface SideProps {
  label: string;
  value: string;
  options: readonly string[];
  name: (side: string) => string;
  onChange: (value: string) => void;
}

function Side({ label, value, options, name, onChange }: SideProps) {
  return (
    <chakra.label display="grid" gap="1" flex="1" minWidth="10rem" maxWidth="18rem">
      <chakra.span textStyle="dense" color="muted">
        {label}
      </chakra.span>
      <NativeSelect value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {name(option)}
          </option>
        ))}
      </NativeSelect>
    </chakra.label>
  );
}
