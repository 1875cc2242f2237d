import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Purpose } from '../../../shared/purpose.ts';
import { Banner, Button, Dialog, SkeletonText, Stack, useFormat } from '../../ui/index.ts';
import { contentOf } from './content.ts';
import { useDiffFields } from './ContentView.tsx';
import type { FormValues } from './formValues.ts';
import { useNames } from './names.tsx';

const DiffView = lazy(() => import('../../ui/DiffView.tsx').then((module) => ({ default: module.DiffView })));

export interface StaleDialogProps {
  theirs: Purpose;
  mine: FormValues;
  onClose: () => void;
  /** Saves what was typed over the newer record. */
  onKeepMine: () => Promise<unknown>;
  onTakeTheirs: () => void;
}

/** Both texts of a conflict, field by field, and the choice between them. */
export function StaleDialog({ theirs, mine, onClose, onKeepMine, onTakeTheirs }: StaleDialogProps) {
  const { t } = useTranslation('purposeScreen');
  const { relative } = useFormat();
  const names = useNames();
  const diff = useDiffFields();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const keepMine = async () => {
    setBusy(true);
    setFailure('');
    try {
      await onKeepMine();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      width={800}
      title={t('stale.title')}
      description={t('stale.lead', { name: theirs.updatedBy?.name ?? t('stale.somebody'), time: relative(theirs.updatedAt) })}
      footer={
        <>
          <Button onClick={onTakeTheirs} disabled={busy}>
            {t('stale.takeTheirs')}
          </Button>
          <Button look="main" loading={busy} onClick={() => void keepMine()}>
            {t('stale.keepMine')}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {failure && (
          <Banner tone="danger" role="alert">
            {failure}
          </Banner>
        )}
        <Suspense fallback={<SkeletonText lines={6} />}>
          <DiffView beforeLabel={t('stale.theirs')} afterLabel={t('stale.mine')} fields={diff(theirs.content, contentOf(mine, names))} />
        </Suspense>
      </Stack>
    </Dialog>
  );
}
