import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bodyOf } from '../../shell/errors.ts';
import { Banner, Button, Dialog, SkeletonText, Stack, Text, useFormat } from '../../ui/index.ts';

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

/** Who saved the newer record and when, as far as it tells. */
function savedOf(record: object): { name: string | undefined; at: string | undefined } {
  const { updatedBy, updatedAt } = record as { updatedBy?: { name?: unknown } | null; updatedAt?: unknown };
  return { name: typeof updatedBy?.name === 'string' ? updatedBy.name : undefined, at: typeof updatedAt === 'string' ? updatedAt : undefined };
}

/**
 * For forms that save over a row version: when somebody else has saved meanwhile (409), shows both texts and
 * lets one choose. `fields` puts the newer record and one's own values side by side.
 * @example
 * const stale = useStaleEdit<Application>({ fields: (theirs) => …, takeTheirs: () => query.refetch() });
 * onSubmit={(values) => stale.guard((rowVersion) => update.mutateAsync({ …values, rowVersion }), record.rowVersion)}
 */
export function useStaleEdit<Current extends { rowVersion: number }>(options: {
  fields: (theirs: Current) => StaleField[];
  takeTheirs: () => void;
  /** What follows when one's own text was saved over theirs; `takeTheirs`, which loads the record anew, unless given. */
  keptMine?: () => void;
}) {
  const { t } = useTranslation(['recordScreen', 'common']);
  const { dateTime } = useFormat();
  const [stale, setStale] = useState<Stale<Current> | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  const keepMine = async ({ again, current }: Stale<Current>) => {
    setBusy(true);
    setFailure('');
    try {
      await again(current);
      setStale(null);
      (options.keptMine ?? options.takeTheirs)();
    } catch (error) {
      // Somebody was quicker once more: the dialog then shows that newer record.
      const newer = bodyOf(error)?.code === 'staleEdit' && (bodyOf(error)?.details?.current as Current | undefined);
      if (newer) setStale({ current: newer, again });
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };

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

  const { name, at } = savedOf(stale?.current ?? {});
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
            disabled={busy}
            onClick={() => {
              setStale(null);
              options.takeTheirs();
            }}
          >
            {t('stale.takeTheirs')}
          </Button>
          <Button look="main" loading={busy} onClick={() => void keepMine(stale)}>
            {t('stale.keepMine')}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {at && <Text fontWeight="semibold">{name ? t('stale.savedBy', { name, time: dateTime(at) }) : t('stale.savedAt', { time: dateTime(at) })}</Text>}
        {failure && (
          <Banner tone="danger" role="alert">
            {failure}
          </Banner>
        )}
        <Suspense fallback={<SkeletonText lines={4} />}>
          <DiffView beforeLabel={t('common:theirs')} afterLabel={t('common:yours')} fields={options.fields(stale.current)} />
        </Suspense>
      </Stack>
    </Dialog>
  );
  /** Shows a newer record beside what is typed before anything is sent. */
  const compare = (current: Current, save: (rowVersion: number) => Promise<unknown>) => setStale({ current, again: (newer) => save(newer.rowVersion) });
  return { guard, dialog, compare };
}
