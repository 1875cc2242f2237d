import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bodyOf } from '../../shell/errors.ts';
import { Button, Dialog, SkeletonText, Stack, Text } from '../../ui/index.ts';

const DiffView = lazy(() => import('../../ui/DiffView.tsx').then((module) => ({ default: module.DiffView })));

export interface StaleField {
  key: string;
  label: string;
  before: string;
  after: string;
}

interface Stale<Current> {
  current: Current;
  /** Saves what was typed over the newer record. */
  again: (current: Current) => Promise<unknown>;
}

/**
 * For forms that save over a row version: when somebody else has saved meanwhile (409), shows both texts and
 * lets one choose. `fields` puts the newer record and one's own values side by side.
 * @example
 * const stale = useStaleEdit<Application>({ fields: (theirs) => …, takeTheirs: () => query.refetch() });
 * onSubmit={(values) => stale.guard((rowVersion) => update.mutateAsync({ …values, rowVersion }), record.rowVersion)}
 */
export function useStaleEdit<Current extends { rowVersion: number }>(options: { fields: (theirs: Current) => StaleField[]; takeTheirs: () => void }) {
  const { t } = useTranslation(['recordScreen', 'common']);
  const [stale, setStale] = useState<Stale<Current> | null>(null);

  const guard = async <Result,>(save: (rowVersion: number) => Promise<Result>, rowVersion: number): Promise<Result> => {
    try {
      return await save(rowVersion);
    } catch (error) {
      const body = bodyOf(error);
      const current = body?.details?.current as Current | undefined;
      if (body?.code === 'staleEdit' && current) setStale({ current, again: (newer) => save(newer.rowVersion) });
      throw error;
    }
  };

  const dialog = stale && (
    <Dialog
      open
      onClose={() => setStale(null)}
      persistent
      width={800}
      title={t('stale.title')}
      description={t('stale.body')}
      footer={
        <>
          <Button
            onClick={() => {
              setStale(null);
              options.takeTheirs();
            }}
          >
            {t('stale.takeTheirs')}
          </Button>
          <Button
            look="main"
            onClick={async () => {
              await stale.again(stale.current);
              setStale(null);
              options.takeTheirs();
            }}
          >
            {t('stale.keepMine')}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <Text textStyle="dense" color="muted">
          {t('common:theirs')} → {t('common:yours')}
        </Text>
        <Suspense fallback={<SkeletonText lines={4} />}>
          <DiffView fields={options.fields(stale.current)} />
        </Suspense>
      </Stack>
    </Dialog>
  );
  return { guard, dialog };
}
