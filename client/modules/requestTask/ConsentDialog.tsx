import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unconfirmedKeys } from '../../../shared/request/schema.ts';
import type { ConsentChoicesOfSubject, RequestTask, WithdrawnConsent } from '../../../shared/requestTask/schema.ts';
import { messageOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Banner,
  Button,
  chakra,
  ConfirmDialog,
  Dialog,
  EmptyState,
  ErrorState,
  Link,
  SkeletonText,
  Stack,
  Text,
  useFormat,
} from '../../ui/index.ts';
import { CheckboxInput } from '../../ui/form/index.ts';
import { NotSearched } from './words.tsx';

type Forms = ConsentChoicesOfSubject['collection'];
const keyOf = (consentId: string, purposeId: string) => `${consentId} ${purposeId}`;
const allowedOf = (forms: Forms) =>
  forms.flatMap(({ consentId, purposes }) =>
    purposes.filter(({ allowed }) => allowed).map(({ id }) => keyOf(consentId, id)),
  );

/**
 * Withdraws consent in the consent module: displays the selection, asks for confirmation, withdraws, and lists what was
 * and was not withdrawn.
 */
export default function ConsentDialog({ task, onClose }: { task: RequestTask; onClose: () => void }) {
  const { t } = useTranslation('requestTask');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const key = { ws, id: task.id };
  const query = trpc.requestTask.consentChoices.useQuery(key);
  const withdraw = trpc.requestTask.withdrawConsent.useMutation();
  const [touched, setTouched] = useState<ReadonlySet<string> | null>(null);
  const [confirming, setConfirming] = useState(false);
  const [done, setDone] = useState<WithdrawnConsent | null>(null);
  const forms = query.data?.collection ?? [];
  // Everything is preselected for a withdrawal; for an objection the user selects.
  const chosen = touched ?? new Set(task.kind === 'WITHDRAW' ? allowedOf(forms) : []);
  const choices = forms
    .map(({ consentId, purposes }) => ({
      consentId,
      purposeIds: purposes.map(({ id }) => id).filter((id) => chosen.has(keyOf(consentId, id))),
    }))
    .filter(({ purposeIds }) => purposeIds.length > 0);
  const send = async () => {
    setDone(await withdraw.mutateAsync({ ...key, choices }));
    void cache.requestTask.invalidate();
  };
  const toggle = (name: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(name);
    else next.delete(name);
    setTouched(next);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width={640}
      title={t('consent.title')}
      description={t('consent.lead')}
      footer={
        done ? (
          <Button look="main" onClick={onClose}>
            {t('plan.close')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('consent.cancel')}</Button>
            <Button look="main" disabled={choices.length === 0} onClick={() => setConfirming(true)}>
              {t('consent.withdraw')}
            </Button>
          </>
        )
      }
    >
      {!done && <NotSearched keys={unconfirmedKeys(task.subject, task.knownKeys)} />}
      {done ? (
        <Outcome done={done} />
      ) : query.error && !query.data ? (
        <ErrorState body={messageOf(query.error)} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <SkeletonText lines={5} />
      ) : forms.length === 0 ? (
        <EmptyState title={t('consent.none')} body={t('consent.noneBody')} />
      ) : (
        <FormsOfSubject forms={forms} chosen={chosen} onToggle={toggle} />
      )}
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t('consent.confirmTitle')}
        body={t('consent.confirmBody', { count: choices.reduce((sum, { purposeIds }) => sum + purposeIds.length, 0) })}
        confirmLabel={t('consent.withdraw')}
        destructive
        onConfirm={send}
      />
    </Dialog>
  );
}

interface FormsProps {
  forms: Forms;
  chosen: ReadonlySet<string>;
  onToggle: (name: string, on: boolean) => void;
}

function FormsOfSubject({ forms, chosen, onToggle }: FormsProps) {
  const { t } = useTranslation('requestTask');
  const { text, dateTime } = useFormat();
  return (
    <Stack gap="4">
      {forms.map(({ consentId, name, chosenAt, purposes }) => (
        <chakra.fieldset key={consentId} minWidth="0">
          <chakra.legend fontWeight="semibold" overflowWrap="anywhere">
            {name}
          </chakra.legend>
          <Text textStyle="dense" color="muted">
            {t('consent.chosenAt', { time: dateTime(chosenAt) })}
          </Text>
          {purposes.map(({ id, title, allowed, confirmed }) => (
            <chakra.label key={id} display="flex" gap="3" alignItems="flex-start" py="1">
              <CheckboxInput
                type="checkbox"
                checked={allowed && chosen.has(keyOf(consentId, id))}
                disabled={!allowed}
                onChange={(event) => onToggle(keyOf(consentId, id), event.target.checked)}
              />
              <chakra.span minWidth="0" overflowWrap="anywhere" color={allowed ? 'ink' : 'muted'}>
                {text(title)}
                {!allowed && ` (${t('consent.notAllowed')})`}
                {allowed && !confirmed && ` (${t('consent.unconfirmed')})`}
              </chakra.span>
            </chakra.label>
          ))}
          {purposes.some(({ allowed, confirmed }) => allowed && !confirmed) && (
            <Text textStyle="dense" color="muted">
              {t('consent.unconfirmedNote')}
            </Text>
          )}
        </chakra.fieldset>
      ))}
    </Stack>
  );
}

function Outcome({ done }: { done: WithdrawnConsent }) {
  const { t } = useTranslation('requestTask');
  const { text } = useFormat();
  return (
    <Stack gap="3" role="status">
      {done.collection.map(({ consentId, name, withdrawn, notAllowed, ended, receipt }, place) => (
        <Banner key={`${consentId} ${place}`} tone={receipt ? 'ok' : 'info'} title={name}>
          {withdrawn.length > 0 && <p>{t('consent.was', { names: withdrawn.map(text).join(', ') })}</p>}
          {ended.length > 0 && <p>{t('consent.ended', { names: ended.map(text).join(', ') })}</p>}
          {notAllowed.length > 0 && <p>{t('consent.wasNot', { names: notAllowed.map(text).join(', ') })}</p>}
          {receipt && <Link href={receipt.path}>{t('consent.receipt')}</Link>}
        </Banner>
      ))}
    </Stack>
  );
}
