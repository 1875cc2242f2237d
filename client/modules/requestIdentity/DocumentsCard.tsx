import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IdentityDocument } from '../../../shared/requestIdentity/document.ts';
import { type DocumentAction, documentState } from '../../../shared/requestIdentity/status.ts';
import { useOpenMoves } from '../../records/useOpenMoves.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Button,
  Card,
  chakra,
  ConfirmDialog,
  Flex,
  Stack,
  StatusTag,
  Text,
  toast,
  useDialog,
  useFormat,
} from '../../ui/index.ts';
import { AddDocumentDialog, AskDocumentDialog } from './DocumentDialogs.tsx';
import { DocumentViewer } from './DocumentViewer.tsx';
import { type IdentityCardProps, useShowIdentity } from './identityView.ts';

const TONES = {
  REQUESTED: 'info',
  RECEIVED: 'live',
  ACCEPTED: 'ok',
  REPLACED: 'neutral',
  REFUSED: 'danger',
  WITHDRAWN: 'neutral',
} as const satisfies Record<IdentityDocument['state'], string>;

/** Documents that prove the identity: requested, viewed, decided on. */
export function DocumentsCard({ request, view }: IdentityCardProps) {
  const { t } = useTranslation('identityPanel');
  const [dialog, setDialog] = useState<'ask' | 'add' | null>(null);
  const [viewedId, setViewedId] = useState<string | null>(null);
  const isOpen = request.closedAt === null;
  const openMoves = useOpenMoves(documentState);
  const document = view.documents.find(({ id }) => id === viewedId);
  if (!isOpen && view.documents.length === 0) return null;
  return (
    <Card title={t('documents.title')}>
      <Stack gap="4">
        {view.documents.length === 0 ? (
          <Text color="muted">{t('documents.none')}</Text>
        ) : (
          <Stack as="ul" listStyle="none" gap="4">
            {view.documents.map((one) => (
              <li key={one.id}>
                <DocumentLine
                  requestId={view.id}
                  document={one}
                  moves={isOpen ? openMoves(one.state) : []}
                  onLook={() => setViewedId(one.id)}
                />
              </li>
            ))}
          </Stack>
        )}
        {isOpen && (
          <Flex gap="2" wrap="wrap">
            <Button size="sm" onClick={() => setDialog('ask')}>
              {t('documents.ask')}
            </Button>
            <Button size="sm" look="plain" onClick={() => setDialog('add')}>
              {t('documents.add')}
            </Button>
          </Flex>
        )}
      </Stack>
      {dialog === 'ask' && <AskDocumentDialog request={request} onClose={() => setDialog(null)} />}
      {dialog === 'add' && <AddDocumentDialog request={request} onClose={() => setDialog(null)} />}
      {document && <DocumentViewer request={request} document={document} onClose={() => setViewedId(null)} />}
    </Card>
  );
}

interface DocumentLineProps {
  requestId: string;
  document: IdentityDocument;
  moves: readonly DocumentAction[];
  onLook: () => void;
}

function DocumentLine({ requestId, document, moves, onLook }: DocumentLineProps) {
  const { t } = useTranslation('identityPanel');
  const { dateTime } = useFormat();
  const { ws } = useSession();
  const show = useShowIdentity();
  const withdraw = trpc.requestIdentity.withdrawDocument.useMutation();
  const withdrawing = useDialog();
  const { person, state, reason, hasFile, decidedAt, decidedBy, receivedAt, createdAt } = document;
  return (
    <>
      <Flex gap="2" wrap="wrap" alignItems="center">
        <chakra.span fontWeight="semibold">{t(`person.${person}`)}</chakra.span>
        <StatusTag tone={TONES[state]}>{t(`documents.state.${state}`)}</StatusTag>
      </Flex>
      <Text textStyle="dense" color="muted">
        {[dateTime(decidedAt ?? receivedAt ?? createdAt), decidedBy].filter(Boolean).join(' · ')}
      </Text>
      {reason !== '' && (
        <Text textStyle="dense" whiteSpace="pre-wrap" overflowWrap="anywhere">
          {reason}
        </Text>
      )}
      {hasFile && (
        <Button size="sm" look={state === 'RECEIVED' ? 'main' : 'plain'} mt="2" onClick={onLook}>
          {t('documents.look')}
        </Button>
      )}
      {moves.includes('withdraw') && (
        <Button size="sm" mt="2" onClick={withdrawing.show}>
          {t('documents.withdraw')}
        </Button>
      )}
      <ConfirmDialog
        {...withdrawing.props}
        destructive
        title={t('documents.withdrawTitle')}
        body={t('documents.withdrawBody')}
        confirmLabel={t('documents.withdraw')}
        onConfirm={async () => {
          show(await withdraw.mutateAsync({ ws, id: requestId, documentId: document.id }));
          toast.success(t('documents.withdrawn'));
        }}
      />
    </>
  );
}
