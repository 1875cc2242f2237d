import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type Request, requiredReason } from '../../../shared/request/schema.ts';
import type { DecideDocument, IdentityDocument } from '../../../shared/requestIdentity/document.ts';
import { DECISIONS, documentState, MOVE_OF_DECISION } from '../../../shared/requestIdentity/status.ts';
import { useOpenMoves } from '../../records/useOpenMoves.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Banner,
  Button,
  chakra,
  Dialog,
  ErrorState,
  Flex,
  SkeletonText,
  Stack,
  toast,
  useFormat,
} from '../../ui/index.ts';
import { Form, FormActions, TextArea } from '../../ui/form/index.ts';
import { CheckCards } from '../purpose/fields/CheckCards.tsx';
import { useShowIdentity } from './identityView.ts';

interface DocumentViewerProps {
  request: Request;
  document: IdentityDocument;
  onClose: () => void;
}

type Decision = DecideDocument['decision'];

/**
 * An identity document with a watermark of the viewer's name and the time, and the decision on it. It is fetched once
 * per view, because each is recorded in the activity log, and is not cached.
 */
export function DocumentViewer({ request, document, onClose }: DocumentViewerProps) {
  const { t } = useTranslation('identityPanel');
  const [decision, setDecision] = useState<Decision | null>(null);
  const moves = useOpenMoves(documentState)(document.state);
  const decisions = DECISIONS.filter((one) => moves.includes(MOVE_OF_DECISION[one]));
  const title = `${t('viewer.title')}: ${t(`person.${document.person}`)}`;
  return (
    <Dialog open onClose={onClose} width={860} title={title} description={t('viewer.lead')}>
      <Stack gap="4">
        <Picture requestId={request.id} document={document} alt={title} />
        {decisions.length > 0 && decision === null && (
          <Flex gap="2" wrap="wrap">
            {decisions.map((one) => (
              <Button key={one} {...(one === 'ACCEPT' && { look: 'main' })} onClick={() => setDecision(one)}>
                {t(`decide.${one}`)}
              </Button>
            ))}
          </Flex>
        )}
        {decision && (
          <DecisionForm key={decision} request={request} document={document} decision={decision} onDone={onClose} />
        )}
      </Stack>
    </Dialog>
  );
}

function Picture({ requestId, document, alt }: { requestId: string; document: IdentityDocument; alt: string }) {
  const { ws } = useSession();
  const [address, setAddress] = useState<string | null>(null);
  const picture = useQuery({
    queryKey: ['identityDocument', document.id],
    queryFn: async ({ signal }) => {
      const answer = await fetch(`/api/v1/${ws}/dsrm-request/${requestId}/identity-documents/${document.id}`, {
        signal,
      });
      if (!answer.ok) throw new Error(((await answer.json()) as { message: string }).message);
      return answer.blob();
    },
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  useEffect(() => {
    if (!picture.data) return;
    const url = URL.createObjectURL(picture.data);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [picture.data]);
  if (picture.error) return <ErrorState title={picture.error.message} onRetry={() => void picture.refetch()} />;
  if (!address) return <SkeletonText lines={6} />;
  return (
    <chakra.div
      maxHeight="60vh"
      overflow="auto"
      borderWidth="1px"
      borderColor="line"
      borderRadius="control"
      tabIndex={0}
    >
      <chakra.img
        src={address}
        alt={alt}
        width="100%"
        draggable={false}
        onContextMenu={(event) => event.preventDefault()}
      />
    </chakra.div>
  );
}

interface DecisionFormProps extends Omit<DocumentViewerProps, 'onClose'> {
  decision: Decision;
  onDone: () => void;
}

const rightIds = z.array(z.string()).min(1, { error: 'request:noRight' });

function DecisionForm({ request, document, decision, onDone }: DecisionFormProps) {
  const { t } = useTranslation('identityPanel');
  const { text } = useFormat();
  const { ws } = useSession();
  const show = useShowIdentity();
  const decide = trpc.requestIdentity.decideDocument.useMutation();
  const namesRights = decision === 'ACCEPT' && document.person === 'AGENT';
  const schema = z.object({
    reason: decision === 'ACCEPT' ? z.string() : requiredReason,
    rightIds: namesRights ? rightIds : z.array(z.string()),
  });
  return (
    <Form
      schema={schema}
      label={t(`decide.${decision}`)}
      defaultValues={{ reason: '', rightIds: [] as string[] }}
      onSubmit={async (values) => {
        show(await decide.mutateAsync({ ws, id: request.id, documentId: document.id, decision, ...values }));
        toast.success(t(`decided.${decision}`));
        onDone();
      }}
    >
      <Banner tone="info">{t(`means.${decision}`)}</Banner>
      {namesRights && (
        <CheckCards
          name="rightIds"
          label={t('decide.rights')}
          required
          cards={request.rights.map(({ id, name }) => ({ value: id, label: text(name), section: '', plain: '' }))}
        />
      )}
      {decision !== 'ACCEPT' && (
        <TextArea name="reason" label={t('decide.reason')} help={t('ask.reasonHelp')} limit={2000} required />
      )}
      <FormActions submitLabel={t(`decide.${decision}`)} destructive={decision === 'REFUSE'} />
    </Form>
  );
}
