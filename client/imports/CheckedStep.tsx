import { useTranslation } from 'react-i18next';
import { useWords } from '../records/useWords.ts';
import { useSession } from '../shell/session.tsx';
import {
  ActionBar,
  Box,
  Button,
  Card,
  chakra,
  ConfirmDialog,
  Grid,
  LinkButton,
  useDialog,
  useFormat,
} from '../ui/index.ts';
import { CancelImport } from './CancelImport.tsx';
import type { ImportKind, ImportTypes, Tile } from './kind.ts';
import { Problems } from './Problems.tsx';

/** The result of the check: counts, the effect of the import, problems; and the button that starts it. */
export function CheckedStep<T extends ImportTypes>({ kind, record }: { kind: ImportKind<T>; record: T['record'] }) {
  const { t } = useTranslation('import');
  const { t: translate } = useWords(kind.texts);
  const { number } = useFormat();
  const { useTiles, Effect } = kind.checked;
  const nameOf = kind.useFieldName(record);
  const commit = useCommit(kind, record);
  const dialog = useDialog();
  const { accepted, rejected } = record.summary;
  const values = { count: accepted, number: number(accepted) };
  const tiles: Tile[] = [
    ...useTiles(record),
    { label: t('checked.rejected'), value: rejected, tone: rejected > 0 ? 'danger' : undefined },
  ];
  return (
    <Box display="grid" gap="5">
      <Grid templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' }} gap="3">
        {tiles.map(({ label, value, tone }) => (
          <Card key={label}>
            <chakra.div textStyle="dense" color="muted">
              {label}
            </chakra.div>
            <chakra.div textStyle="heading" fontVariantNumeric="tabular-nums" {...(tone && { color: `${tone}.text` })}>
              {number(value)}
            </chakra.div>
          </Card>
        ))}
      </Grid>
      <Effect record={record} />
      {record.problems.length > 0 && <Problems record={record} nameOf={nameOf} />}
      <ActionBar display="flex" flexWrap="wrap" gap="3" bg="canvas">
        <Button look="main" disabled={accepted === 0} onClick={dialog.show}>
          {t(rejected > 0 ? 'checked.commitPart' : 'checked.commit', values)}
        </Button>
        {kind.values?.has(record) && (
          <LinkButton href={kind.address({ id: record.id, step: 'values' })}>{t('checked.backToValues')}</LinkButton>
        )}
        <LinkButton href={kind.address({ id: record.id, step: 'columns' })}>{t('checked.back')}</LinkButton>
        <CancelImport kind={kind} record={record} />
      </ActionBar>
      <ConfirmDialog
        {...dialog.props}
        title={translate('checked.confirmTitle', values)}
        body={translate('checked.confirmBody')}
        confirmLabel={t('checked.commit', values)}
        onConfirm={commit}
      />
    </Box>
  );
}

/** Starts writing the accepted rows. */
function useCommit<T extends ImportTypes>(kind: ImportKind<T>, { id, rowVersion }: T['record']) {
  const { ws } = useSession();
  const cache = kind.useCache();
  const { mutateAsync } = kind.router.commit.useMutation();
  return async () => {
    try {
      cache.get.setData({ ws, id }, await mutateAsync({ ws, id, rowVersion }));
    } finally {
      void cache.get.invalidate({ ws, id });
    }
  };
}
