import { Check, CircleX, RotateCcw } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalLine } from '../../../../shared/approvalLine/schema.ts';
import { useSession } from '../../../shell/session.tsx';
import {
  ActionBar,
  Banner,
  Box,
  Button,
  chakra,
  ConfirmDialog,
  useDialog,
  useNavigationGuard,
} from '../../../ui/index.ts';
import { forgetDraft, readDraft } from '../../../ui/form/draft.ts';
import { useEditorDraft } from '../../../ui/form/useDraft.ts';
import { TextAreaInput } from '../../../ui/form/index.ts';
import { NotOpened } from '../detail/ReadDocument.tsx';
import { type Decision, useDecision } from './useDecision.ts';

/**
 * The input of a decision on a line. Stored by the screen and not by the form, which is removed when the decision is
 * sent and restored with the input if the server refuses it.
 */
export function useDeciding(lineId: string, onDone: () => void = () => {}) {
  const { ws } = useSession();
  const draftKey = `${ws}.approvalLine.${lineId}.decision`;
  const [comment, setComment] = useState(() => String(readDraft(draftKey)?.values.comment ?? ''));
  useEditorDraft(draftKey, comment === '' ? null : { comment });
  const decision = useDecision(() => {
    forgetDraft(draftKey);
    setComment('');
    onDone();
  });
  return { comment, setComment, ...decision };
}
export type Deciding = ReturnType<typeof useDeciding>;

/** Why a decision was refused. It scrolls into view: on a phone its place may be far below what was pressed. */
export function DecisionRefused({ refused }: Pick<Deciding, 'refused'>) {
  const { t } = useTranslation('approvalLine');
  if (!refused) return null;
  return (
    <chakra.div ref={scrollTo} flexBasis="100%">
      <Banner tone="danger" role="alert" title={t(refused.conflict ? 'act.conflict' : 'act.failed')}>
        {refused.message}
      </Banner>
    </chakra.div>
  );
}

const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** A decision with its comment; a reason is required except for an approval. */
export function DecideForm({
  line,
  deciding,
  frame = (fields) => fields,
}: {
  line: Pick<ApprovalLine, 'id' | 'rowVersion' | 'document'>;
  deciding: Deciding;
  /** Renders the content above the bar of decisions, which sticks to the bottom of the form's container. */
  frame?: (fields: ReactNode) => ReactNode;
}) {
  const { comment, setComment, busy } = deciding;
  const [missing, setMissing] = useState<Decision | null>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const guard = useNavigationGuard(comment.trim() !== '', () => 'all', busy);
  const reasoned = (status: Decision): boolean => {
    if (comment.trim() !== '') return true;
    setMissing(status);
    input.current?.focus();
    return false;
  };
  return (
    <>
      {guard}
      {frame(
        <Box display="grid" gap="3">
          <CommentField
            input={input}
            value={comment}
            disabled={busy}
            missing={missing}
            onChange={(typed) => {
              setComment(typed);
              setMissing(null);
            }}
          />
          <NotOpened document={line.document} />
        </Box>,
      )}
      <Decisions line={line} deciding={deciding} reasoned={reasoned} />
    </>
  );
}

interface DecisionsProps {
  line: { id: string; rowVersion: number; document: { name: string } };
  deciding: Deciding;
  /** Whether there is the reason that a decision needs; requests it where it is missing. */
  reasoned: (status: Decision) => boolean;
}

/** The three decisions, always visible; the two that end the turn permanently ask again. */
function Decisions({ line, deciding: { comment, busy, decide, refused }, reasoned }: DecisionsProps) {
  const { t } = useTranslation('approvalLine');
  const approving = useDialog();
  const rejecting = useDialog();
  return (
    <ActionBar display="flex" flexWrap="wrap" gap="2">
      <DecisionRefused refused={refused} />
      <Button look="main" icon={<Check aria-hidden />} loading={busy} onClick={approving.show}>
        {t('act.approve')}
      </Button>
      <Button
        icon={<RotateCcw aria-hidden />}
        disabled={busy}
        onClick={() => reasoned('REWORKED') && void decide(line, 'REWORKED', comment)}
      >
        {t('act.rework')}
      </Button>
      <Button
        icon={<CircleX aria-hidden />}
        color="danger.text"
        disabled={busy}
        onClick={() => reasoned('REJECTED') && rejecting.show()}
      >
        {t('act.reject')}
      </Button>
      <ConfirmDialog
        {...approving.props}
        title={t('act.approveTitle')}
        body={t('act.approveBody', { document: line.document.name })}
        confirmLabel={t('act.approve')}
        onConfirm={async () => void (await decide(line, 'APPROVED', comment))}
      />
      <ConfirmDialog
        {...rejecting.props}
        destructive
        title={t('act.rejectTitle')}
        body={t('act.rejectBody')}
        confirmLabel={t('act.reject')}
        onConfirm={async () => void (await decide(line, 'REJECTED', comment))}
      />
    </ActionBar>
  );
}

interface CommentFieldProps {
  input: RefObject<HTMLTextAreaElement | null>;
  value: string;
  disabled: boolean;
  /** The decision that lacks a comment. */
  missing: Decision | null;
  onChange: (typed: string) => void;
}

function CommentField({ input, value, disabled, missing, onChange }: CommentFieldProps) {
  const { t } = useTranslation('approvalLine');
  const id = useId();
  return (
    <Box display="grid" gap="1.5">
      <chakra.label htmlFor={id} fontWeight="semibold" lineHeight="dense">
        {t('act.comment')}
      </chakra.label>
      <TextAreaInput
        ref={input}
        id={id}
        rows={3}
        maxLength={2000}
        value={value}
        disabled={disabled}
        aria-describedby={`${id}help`}
        {...(missing && { 'aria-invalid': true })}
        onChange={(event) => onChange(event.target.value)}
      />
      <chakra.p
        id={`${id}help`}
        textStyle="dense"
        color={missing ? 'danger.text' : 'muted'}
        {...(missing && { role: 'alert' })}
      >
        {missing
          ? t('act.commentMissing', { action: t(missing === 'REWORKED' ? 'act.rework' : 'act.reject') })
          : t('act.commentHelp')}
      </chakra.p>
    </Box>
  );
}
