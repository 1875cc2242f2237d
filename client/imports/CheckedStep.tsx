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
  toast,
  useDialog,
  useFormat,
} from '../ui/index.ts';
import { CancelImport } from './CancelImport.tsx';
import type { ImportKind, ImportTypes } from './kind.ts';
import { Problems } from './Problems.tsx';

/** The result of the check: counts, the effect of the import, problems; and the button that starts it. */
export function CheckedStep<T extends ImportTypes>({ kind, record }: { kind: ImportKind<T>; record: T['record'] }) {
  const { t } = useTranslation('import');
  const { t: translate } = useWords(kind.texts);
  const { number } = useFormat();
  const { useTiles, Effect, confirm } = kind.checked;
  const tiles = useTiles(record);
  const nameOf = kind.useFieldName(record);
  const { busy, commit } = useCommit(kind, record);
  const dialog = useDialog();
  const { accepted, rejected } = record.summary;
  const values = { count: accepted, number: number(accepted) };
  const now = () =>
    commit().catch((error: unknown) => toast.error(error instanceof Error ? error.message : String(error)));
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
        <Button
          look="main"
          disabled={accepted === 0}
          loading={!confirm && busy}
          onClick={confirm ? dialog.show : () => void now()}
        >
          {t(rejected > 0 ? 'checked.commitPart' : 'checked.commit', values)}
        </Button>
        {kind.values?.has(record) && (
          <LinkButton href={kind.address({ id: record.id, step: 'values' })}>{t('checked.backToValues')}</LinkButton>
        )}
        <LinkButton href={kind.address({ id: record.id, step: 'columns' })}>{t('checked.back')}</LinkButton>
        <CancelImport kind={kind} record={record} />
      </ActionBar>
      {confirm && (
        <ConfirmDialog
          {...dialog.props}
          title={translate(confirm.title, values)}
          body={translate(confirm.body)}
          confirmLabel={t('checked.commit', values)}
          onConfirm={commit}
        />
      )}
    </Box>
  );
}

/** Starts writing the accepted rows. */
function useCommit<T extends ImportTypes>(kind: ImportKind<T>, { id, rowVersion }: T['record']) {
  const { ws } = useSession();
  const cache = kind.useCache();
  const { isPending, mutateAsync } = kind.router.commit.useMutation();
  const commit = async () => {
    try {
      cache.get.setData({ ws, id }, await mutateAsync({ ws, id, rowVersion }));
    } finally {
      void cache.get.invalidate({ ws, id });
    }
  };
  return { busy: isPending, commit };
}
