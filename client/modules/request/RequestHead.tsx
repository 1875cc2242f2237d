import { FilePen, Printer, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestReference } from '../../../shared/request/reference.ts';
import type { Request } from '../../../shared/request/schema.ts';
import { isRemovable } from '../../../shared/request/stage.ts';
import { MoreMenu } from '../../records/MoreMenu.tsx';
import { Editors } from '../../records/useEditing.tsx';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, ConfirmDialog, type MenuItem, PageHeader, Stack, toast } from '../../ui/index.ts';
import { LIST } from './address.ts';
import { CorrectDialog } from './CorrectDialog.tsx';
import { NextActs } from './NextActs.tsx';
import { MOVES, movesOf, type RequestMove } from './useRequestMoves.ts';
import { RequestStatusTag } from './words.tsx';

interface RequestHeadProps {
  request: Request;
  onMove: (move: RequestMove) => void;
}

/** Header of a request: its number, its status, what it waits for and from whom, and its other actions. */
export function RequestHead({ request, onMove }: RequestHeadProps) {
  const { t } = useTranslation('requestScreen');
  const [dialog, setDialog] = useState<'correct' | 'remove' | null>(null);
  const mayCorrect = request.identity !== null && request.rights.some(({ editable }) => editable);
  const items = useMenuItems(request, onMove, () => setDialog('remove'));
  return (
    <>
      <PageHeader
        title={requestReference(request.number)}
        trail={[{ label: t('title'), href: LIST }]}
        state={<RequestStatusTag status={request.status} />}
        updatedAt={request.updatedAt}
        action={
          <>
            {mayCorrect && (
              <Button icon={<FilePen aria-hidden />} onClick={() => setDialog('correct')}>
                {t('correct.action')}
              </Button>
            )}
            <MoreMenu items={items} />
          </>
        }
      />
      <Stack gap="3" mb="4">
        <Editors entity="request" id={request.id} />
        <NextActs request={request} onMove={onMove} />
      </Stack>
      {dialog === 'correct' && <CorrectDialog request={request} onClose={() => setDialog(null)} />}
      {dialog === 'remove' && <Remove request={request} onClose={() => setDialog(null)} />}
    </>
  );
}

function useMenuItems(request: Request, onMove: (move: RequestMove) => void, onRemove: () => void): MenuItem[] {
  const { t } = useTranslation('requestScreen');
  const manages = useCan('request.manage');
  const open = MOVES.filter((move) => request.rights.some((right) => movesOf(right).includes(move)));
  return [
    ...open.map((move) => ({
      key: move,
      label: t(`act.${move}`),
      danger: move === 'reject',
      onSelect: () => onMove(move),
    })),
    {
      key: 'print',
      label: t('print'),
      icon: <Printer aria-hidden />,
      separated: open.length > 0,
      // After the menu has closed, so that only the page is printed.
      onSelect: () => setTimeout(() => print()),
    },
    ...(manages && isRemovable(request)
      ? [{ key: 'remove', label: t('remove.action'), icon: <Trash2 aria-hidden />, danger: true, onSelect: onRemove }]
      : []),
  ];
}

function Remove({ request, onClose }: { request: Request; onClose: () => void }) {
  const { t } = useTranslation('requestScreen');
  const { ws } = useSession();
  const go = useGo();
  const cache = trpc.useUtils();
  const remove = trpc.request.remove.useMutation();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      destructive
      title={t('remove.title', { number: requestReference(request.number) })}
      body={t('remove.body')}
      confirmLabel={t('remove.action')}
      onConfirm={async () => {
        await remove.mutateAsync({ ws, id: request.id });
        toast.success(t('remove.done'));
        go(LIST, { replace: true });
        void cache.request.list.invalidate();
      }}
    />
  );
}
