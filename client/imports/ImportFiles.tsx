import { useTranslation } from 'react-i18next';
import { useSession } from '../shell/session.tsx';
import { Button, ConfirmDialog, Flex, Text, useDialog, useFormat } from '../ui/index.ts';
import type { ImportKind, ImportTypes } from './kind.ts';

/** Until when the files of an ended import stay, and the way to delete them before; nothing where none are left. */
export function ImportFiles<T extends ImportTypes>({ kind, record }: { kind: ImportKind<T>; record: T['record'] }) {
  const { t } = useTranslation('import');
  const { date } = useFormat();
  const { ws } = useSession();
  const cache = kind.useCache();
  const dialog = useDialog();
  const { mutateAsync } = kind.router.removeFiles.useMutation();
  const { id, filesUntil } = record;
  if (filesUntil === null) return null;
  // An import that failed lists none.
  const listed = record.status === 'done' && record.problems.length > 0;
  return (
    <Flex gap="3" wrap="wrap" alignItems="center">
      <Text textStyle="small" color="muted">
        {t(listed ? 'files.untilListed' : 'files.until', { day: date(filesUntil) })}
      </Text>
      <Button size="sm" look="quiet" onClick={dialog.show}>
        {t('files.remove')}
      </Button>
      <ConfirmDialog
        {...dialog.props}
        title={t('files.removeTitle')}
        body={t('files.removeBody')}
        confirmLabel={t('files.remove')}
        destructive
        onConfirm={async () => {
          cache.get.setData({ ws, id }, await mutateAsync({ ws, id }));
        }}
      />
    </Flex>
  );
}
