import { chakra } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from './Banner.tsx';
import { SkeletonText } from './Skeleton.tsx';
import { VisuallyHidden } from './layout.tsx';
import { CheckboxInput } from './form/inputs.tsx';
import { lazyScreen } from './lazyScreen.tsx';

const DiffText = lazyScreen(() => import('./DiffText.tsx'));

/** One field in two versions, as display text. */
export interface DiffField {
  key: string;
  label: string;
  before: string;
  after: string;
}

export interface DiffViewProps {
  fields: readonly DiffField[];
  /** The names of the two versions, for example "ฉบับที่ 2". */
  beforeLabel?: string;
  afterLabel?: string;
}

/**
 * Two versions field by field, changed words marked as deleted and inserted.
 * @example <DiffView beforeLabel={t('version', { number: 2 })} afterLabel={t('version', { number: 3 })} fields={[{ key:
 * 'name', label: t('name'), before, after }]} />
 */
export function DiffView({ fields, beforeLabel, afterLabel }: DiffViewProps) {
  const { t } = useTranslation('ui');
  const [onlyChanged, setOnlyChanged] = useState(true);
  const changed = fields.filter((field) => field.before !== field.after);
  const visible = onlyChanged ? changed : fields;
  if (changed.length === 0 && onlyChanged) return <Banner tone="info">{t('diff.same')}</Banner>;
  return (
    <chakra.div display="grid" gap="4">
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        gap="3"
        textStyle="dense"
        color="muted"
      >
        <span>
          {beforeLabel ?? t('diff.before')} → {afterLabel ?? t('diff.after')} ·{' '}
          {t('diff.changed', { number: changed.length, total: fields.length })}
        </span>
        <chakra.label display="flex" alignItems="center" gap="2" cursor="pointer">
          <CheckboxInput
            type="checkbox"
            checked={onlyChanged}
            onChange={(event) => setOnlyChanged(event.target.checked)}
          />
          {t('diff.onlyChanged')}
        </chakra.label>
      </chakra.div>
      <chakra.dl display="grid" gap="4">
        {visible.map((field) => (
          <div key={field.key}>
            <chakra.dt textStyle="dense" color="muted">
              {field.label}
            </chakra.dt>
            <chakra.dd whiteSpace="pre-wrap" overflowWrap="anywhere">
              {field.before === field.after ? (
                field.after || t('diff.empty')
              ) : (
                <Suspense fallback={<SkeletonText lines={2} />}>
                  <DiffText before={field.before} after={field.after} />
                </Suspense>
              )}
            </chakra.dd>
          </div>
        ))}
      </chakra.dl>
    </chakra.div>
  );
}

const mark = { borderRadius: '3px', px: '0.5', textDecorationThickness: '1.5px', boxDecorationBreak: 'clone' } as const;

/** Deleted words. */
export function Deleted({ children }: { children: string }) {
  const { t } = useTranslation('ui');
  return (
    <chakra.del {...mark} bg="danger.soft" color="danger.text" textDecoration="line-through">
      <VisuallyHidden>{t('diff.removed')}: </VisuallyHidden>
      {children}
    </chakra.del>
  );
}

/** Inserted words. */
export function Inserted({ children }: { children: string }) {
  const { t } = useTranslation('ui');
  return (
    <chakra.ins {...mark} bg="ok.soft" color="ok.text" textDecoration="underline" textDecorationColor="ok">
      <VisuallyHidden>{t('diff.added')}: </VisuallyHidden>
      {children}
    </chakra.ins>
  );
}
