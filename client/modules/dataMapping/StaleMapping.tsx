import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataMapping, MappedFlow } from '../../../shared/dataMapping/schema.ts';
import { Banner, Button, Dialog, SkeletonText, Stack, useLocale } from '../../ui/index.ts';
import { mappingDiff } from './words.ts';

const DiffView = lazy(() => import('../../ui/DiffView.tsx').then((module) => ({ default: module.DiffView })));

export interface StaleMappingProps {
  theirs: DataMapping;
  mine: readonly MappedFlow[];
  onClose: () => void;
  /** True when it was saved. */
  onKeepMine: () => Promise<boolean>;
  onTakeTheirs: () => void;
  onJoin: () => void;
}

/** Both mappings line by line, and the choice between them: theirs, one's own, or both joined. */
export function StaleMapping({ theirs, mine, onClose, onKeepMine, onTakeTheirs, onJoin }: StaleMappingProps) {
  const { t } = useTranslation('dataMapping');
  const locale = useLocale();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const keepMine = async () => {
    setBusy(true);
    setFailed(!(await onKeepMine()));
    setBusy(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      width={800}
      title={t('stale.title')}
      description={t('stale.body')}
      footer={
        <>
          <Button disabled={busy} onClick={onTakeTheirs}>
            {t('stale.takeTheirs')}
          </Button>
          <Button loading={busy} onClick={() => void keepMine()}>
            {t('stale.keepMine')}
          </Button>
          <Button look="main" disabled={busy} onClick={onJoin}>
            {t('stale.merge')}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {failed && (
          <Banner tone="danger" role="alert">
            {t('saveFailed')}
          </Banner>
        )}
        <Suspense fallback={<SkeletonText lines={6} />}>
          <DiffView
            beforeLabel={t('stale.theirs')}
            afterLabel={t('stale.mine')}
            fields={mappingDiff(theirs.flows, mine, { t, locale })}
          />
        </Suspense>
      </Stack>
    </Dialog>
  );
}
