import { useTranslation } from 'react-i18next';
import type { ApprovalLine, ApprovalLineItem } from '../../../../shared/approvalLine/schema.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Box, Dialog, ErrorState, SkeletonText, Text } from '../../../ui/index.ts';
import { DocumentFacts, Outdated } from '../detail/DocumentCard.tsx';
import { DecideForm, DecisionRefused, useDeciding } from './DecideForm.tsx';
import { TurnPassed } from './Overtaken.tsx';

/** Decides from the list: the document is available, so that nobody approves unread. */
export default function DecideDialog({ line, onClose }: { line: ApprovalLineItem; onClose: () => void }) {
  const { t } = useTranslation('approvalLine');
  const { ws, personnel: me } = useSession();
  const detail = trpc.approvalLine.get.useQuery({ ws, id: line.id });
  const { current } = line;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('act.dialogTitle', { name: line.application.name })}
      description={
        current && current.approver.id !== me.id
          ? t('act.insteadTitle', { name: current.approver.name })
          : t('act.lead')
      }
    >
      {detail.error && !detail.data ? (
        <ErrorState onRetry={() => void detail.refetch()} />
      ) : !detail.data ? (
        <SkeletonText lines={4} />
      ) : (
        <OpenLine line={detail.data} onDone={onClose} />
      )}
    </Dialog>
  );
}

function OpenLine({ line, onDone }: { line: ApprovalLine; onDone: () => void }) {
  const deciding = useDeciding(line, onDone);
  return (
    <Box display="grid" gap="4">
      <Outdated line={line} />
      {line.description && <Text whiteSpace="pre-wrap">{line.description}</Text>}
      <DocumentFacts document={line.document} />
      {line.yourTurn || deciding.busy ? (
        <DecideForm line={line} deciding={deciding} />
      ) : (
        <>
          <DecisionRefused refused={deciding.refused} />
          <TurnPassed line={line} deciding={deciding} linked />
        </>
      )}
    </Box>
  );
}
