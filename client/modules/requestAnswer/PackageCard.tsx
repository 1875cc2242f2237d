import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileUrl } from '../../../shared/fileUrl.ts';
import { answerStatus } from '../../../shared/requestAnswer/status.ts';
import { useOpenMoves } from '../../records/useOpenMoves.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, chakra, ConfirmDialog, Flex, Link, Stack, Text, toast, useDialog, useFormat } from '../../ui/index.ts';
import type { AnswerPartProps } from './AnswerPanel.tsx';
import { useAnswerCache } from './useAnswerCache.ts';
import { formatBytes } from '../../formatBytes.ts';

/** The released package: expiry, number of downloads, content, and the actions of staff. */
export function PackageCard(props: AnswerPartProps) {
  const { t } = useTranslation('requestAnswer');
  const { answer } = props;
  const { dateTime, number } = useFormat();
  return (
    <Stack gap="3">
      <Text fontWeight="semibold">
        {answer.expiresAt ? t('ready', { date: dateTime(answer.expiresAt) }) : t('readyUnopened')}
      </Text>
      <Text textStyle="dense">
        {t('downloads', { number: number(answer.downloads), limit: number(answer.downloadLimit) })}
      </Text>
      <chakra.details textStyle="dense">
        <chakra.summary cursor="pointer">
          {t('contents', { count: answer.package!.contents.length, number: number(answer.package!.contents.length) })}
        </chakra.summary>
        <chakra.ul ps="5" mt="2">
          {answer.package!.contents.map(({ name, size }) => (
            <chakra.li key={name} overflowWrap="anywhere">
              {name} <chakra.span color="muted">{formatBytes(size)}</chakra.span>
            </chakra.li>
          ))}
        </chakra.ul>
        <Text textStyle="small" color="muted" overflowWrap="anywhere" mt="2">
          SHA-256 <chakra.code>{answer.package!.sha256}</chakra.code>
        </Text>
      </chakra.details>
      <Acts {...props} />
    </Stack>
  );
}

function Acts(props: AnswerPartProps) {
  const { t } = useTranslation('requestAnswer');
  const { ws } = useSession();
  const moves = useOpenMoves(answerStatus)(props.answer.status);
  const { of, put } = useAnswerCache(props);
  const [withdrawing, setWithdrawing] = useState(false);
  const handingOver = useDialog();
  const withdraw = trpc.requestAnswer.withdraw.useMutation();
  const note = trpc.requestAnswer.noteHandedOver.useMutation();
  if (!moves.includes('withdraw')) return null;
  return (
    <Flex gap="2" wrap="wrap" align="center">
      <Link href={fileUrl(ws, props.answer.package!.fileId)} download>
        <Download size={16} aria-hidden style={{ display: 'inline' }} /> {t('download')}
      </Link>
      <Button size="sm" disabled={!moves.includes('handOver')} onClick={handingOver.show}>
        {t('handedOver')}
      </Button>
      <Button size="sm" look="quiet" onClick={() => setWithdrawing(true)}>
        {t('withdraw')}
      </Button>
      <ConfirmDialog
        {...handingOver.props}
        title={t('handedOverTitle')}
        body={t('handedOverBody')}
        confirmLabel={t('handedOver')}
        onConfirm={async () => {
          put(await note.mutateAsync(of));
          toast.success(t('handedOverDone'));
        }}
      />
      <ConfirmDialog
        open={withdrawing}
        onClose={() => setWithdrawing(false)}
        destructive
        title={t('withdrawTitle')}
        body={t('withdrawBody')}
        confirmLabel={t('withdraw')}
        onConfirm={async () => {
          put(await withdraw.mutateAsync(of));
          toast.success(t('withdrawn'));
        }}
      />
    </Flex>
  );
}
