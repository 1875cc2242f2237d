import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { policyAddress } from '../../../shared/consent/policy.ts';
import type { Choices, IssuedReceipt } from '../../../shared/consentReceipt/schema.ts';
import { bodyOf, messageOf } from '../../shell/errors.ts';
import { trpc } from '../../trpc.ts';
import {
  announce,
  Banner,
  Box,
  Button,
  Card,
  chakra,
  Flex,
  Link,
  LinkButton,
  Switch,
  Tag,
  Text,
  UnsavedGuard,
  useFormat,
} from '../../ui/index.ts';
import { QUIET } from '../../publicPage/quiet.ts';
import { OwnHistory } from './OwnHistory.tsx';
import { receiptHref } from './receiptHref.ts';

/** The content of a link: the organisation, each purpose with its switch, earlier choices. */
export function OwnChoices({
  link,
  first,
  onReload,
}: {
  link: { ws: string; token: string };
  first: Choices;
  onReload: () => void;
}) {
  const { t } = useTranslation('consentReceipt');
  const { text, dateTime, locale } = useFormat();
  const [current, setCurrent] = useState(first);
  const [receipt, setReceipt] = useState<IssuedReceipt | null>(null);
  const { controller } = current;
  // In full: the router would open a path as a page of the application.
  const policy = policyAddress(current.privacyPolicyUrl, location.origin, locale);
  const contact = [controller.contact, controller.phone].filter(Boolean).join(' · ');
  return (
    <>
      <chakra.header mb="5">
        <chakra.h1 textStyle="display">{t('choices.greeting', { controller: text(controller.name) })}</chakra.h1>
        <Text color="muted" mt="1">
          {t('choices.lead')}
        </Text>
        <Text textStyle="dense" mt="2" overflowWrap="anywhere">
          {t('choices.you')} <strong>{current.name || current.uid}</strong>
          {current.name && ` (${current.uid})`} · {t('choices.service')} {current.application}
        </Text>
      </chakra.header>
      {receipt && (
        <Box mb="5">
          <Banner
            tone="ok"
            title={t('choices.saved')}
            action={
              <LinkButton href={receiptHref(link.ws, receipt.id, locale)} target="_blank">
                {t('choices.openReceipt')}
              </LinkButton>
            }
          >
            {t('choices.savedBody', { time: dateTime(current.chosenAt, 'long') })}
          </Banner>
        </Box>
      )}
      <ChoiceForm
        key={current.chosenAt}
        link={link}
        current={current}
        onReload={onReload}
        onSaved={({ receipt: issued, ...choices }) => {
          setCurrent(choices);
          setReceipt(issued);
          announce(t('choices.saved'));
          scrollTo({ top: 0, behavior: 'smooth' });
        }}
      />
      <Box mt="6">
        <OwnHistory link={link} history={current.history} />
      </Box>
      <chakra.footer mt="6" textStyle="dense" color="muted">
        <Text>
          {t('choices.contact')}: {contact}
          {controller.email && (
            <>
              {contact && ' · '}
              <Link href={`mailto:${controller.email}`}>{controller.email}</Link>
            </>
          )}
        </Text>
        {policy && (
          <Text mt="1">
            <Link href={policy} target="_blank">
              {t('choices.policy')}
            </Link>
          </Text>
        )}
        <Text mt="1">{t('choices.until', { time: dateTime(current.expiresAt, 'long') })}</Text>
      </chakra.footer>
    </>
  );
}

type ChoiceButton = 'save' | 'all' | 'none';

interface FormProps {
  link: { ws: string; token: string };
  current: Choices;
  onReload: () => void;
  onSaved: (answer: Choices & { receipt: IssuedReceipt }) => void;
}

/** The switched-on purposes, and sending the choice. */
function useChoice({ link, current, onSaved }: Omit<FormProps, 'onReload'>) {
  const { locale } = useFormat();
  const call = trpc.consentReceipt.choices.submit.useMutation(QUIET);
  const [allowed, setAllowed] = useState<ReadonlySet<string>>(
    () => new Set(current.purposes.filter((purpose) => purpose.allowed).map(({ id }) => id)),
  );
  const [pressed, setPressed] = useState<ChoiceButton>('save');
  return {
    allowed,
    changed: current.purposes.some((purpose) => purpose.allowed !== allowed.has(purpose.id)),
    error: call.error,
    /** The button whose choice is being sent. */
    sending: call.isPending ? pressed : null,
    toggle: (id: string, on: boolean) =>
      setAllowed((before) => {
        const next = new Set(before);
        if (on) next.add(id);
        else next.delete(id);
        return next;
      }),
    send: (purposes: readonly string[], by: ChoiceButton) => {
      setPressed(by);
      setAllowed(new Set(purposes));
      call.mutate(
        { ...link, purposeUUIDs: [...purposes], language: locale, since: current.chosenAt },
        { onSuccess: onSaved },
      );
    },
  };
}

function ChoiceForm({ link, current, onReload, onSaved }: FormProps) {
  const { t } = useTranslation('consentReceipt');
  const { text, date, dateTime } = useFormat();
  const choice = useChoice({ link, current, onSaved });
  const stale = bodyOf(choice.error)?.code === 'consentChoices.stale';
  return (
    <Card title={text(current.title)}>
      <UnsavedGuard active={choice.changed} sending={choice.sending !== null} />
      <Text whiteSpace="pre-line">{text(current.description)}</Text>
      <Text textStyle="dense" color="muted" mt="1">
        {t('choices.chosenAt', { time: dateTime(current.chosenAt) })}
      </Text>
      {current.ended && (
        <Box mt="3">
          <Banner tone="info">{t('choices.ended', { date: date(current.ended, 'long') })}</Banner>
        </Box>
      )}
      {current.closed && (
        <Box mt="3">
          <Banner tone="info">{t('choices.closedNote')}</Banner>
        </Box>
      )}
      {current.askGuardian && !current.closed && (
        <Box mt="3">
          <Banner tone="info">{t('choices.guardianNote')}</Banner>
        </Box>
      )}
      <chakra.ul aria-label={t('choices.purposes')} mt="4" listStyle="none">
        {current.purposes.map((purpose) => (
          <PurposeSwitch
            key={purpose.id}
            purpose={purpose}
            on={choice.allowed.has(purpose.id)}
            disabled={current.closed && !purpose.allowed}
            onChange={(on) => choice.toggle(purpose.id, on)}
          />
        ))}
      </chakra.ul>
      {choice.error && (
        <Box mb="3">
          <Banner
            tone="danger"
            role="alert"
            {...(stale && { action: <Button onClick={onReload}>{t('choices.reload')}</Button> })}
          >
            {messageOf(choice.error, t('choices.failed'))}
          </Banner>
        </Box>
      )}
      <ChoiceButtons current={current} choice={choice} />
    </Card>
  );
}

function PurposeSwitch({
  purpose,
  on,
  disabled,
  onChange,
}: {
  purpose: Choices['purposes'][number];
  on: boolean;
  disabled: boolean;
  onChange: (on: boolean) => void;
}) {
  const { t } = useTranslation(['consentReceipt', 'ui']);
  const { text, date } = useFormat();
  const id = useId();
  return (
    <chakra.li display="flex" gap="4" py="4" borderTopWidth="1px" alignItems="flex-start">
      <chakra.div flex="1" minWidth="0">
        <chakra.h3 id={id} fontWeight="semibold">
          {text(purpose.title)}
        </chakra.h3>
        <Text id={`${id}-more`} color="muted" whiteSpace="pre-line">
          {text(purpose.description)}
        </Text>
        {purpose.former && (
          <Box mt="1">
            <Text textStyle="dense">
              {purpose.endsOn ? t('choices.formerUntil', { date: date(purpose.endsOn, 'long') }) : t('choices.former')}
            </Text>
          </Box>
        )}
      </chakra.div>
      <chakra.div display="grid" justifyItems="end" gap="1" flexShrink={0}>
        <Switch
          checked={on}
          onCheckedChange={onChange}
          aria-labelledby={id}
          aria-describedby={`${id}-more`}
          disabled={disabled}
        />
        {on === purpose.allowed ? (
          <Tag tone={on ? 'ok' : 'neutral'}>{t(on ? 'choices.allowed' : 'choices.notAllowed')}</Tag>
        ) : (
          <Tag tone="warn">{t('ui:form.unsaved')}</Tag>
        )}
      </chakra.div>
    </chakra.li>
  );
}

/** Withdraws or accepts everything, or saves the switched-on purposes. */
function ChoiceButtons({ current, choice }: { current: Choices; choice: ReturnType<typeof useChoice> }) {
  const { t } = useTranslation('consentReceipt');
  const { allowed, changed, sending, send } = choice;
  const selectable = current.purposes.filter((purpose) => !purpose.former || purpose.allowed).map(({ id }) => id);
  const both = { flex: '1', minWidth: 'min(100%, 10rem)', size: 'lg' } as const;
  return (
    <>
      {/* Both have equal weight: giving and withdrawing consent take one press each. */}
      <Flex gap="3" wrap="wrap" pt="4" borderTopWidth="1px">
        <Button
          {...both}
          disabled={!changed && !current.purposes.some((purpose) => purpose.allowed)}
          loading={sending === 'none'}
          onClick={() => send([], 'none')}
        >
          {t('choices.withdrawAll')}
        </Button>
        {!current.closed && (
          <Button
            {...both}
            disabled={!changed && selectable.every((id) => allowed.has(id))}
            loading={sending === 'all'}
            onClick={() => send(selectable, 'all')}
          >
            {t('choices.acceptAll')}
          </Button>
        )}
      </Flex>
      <Button
        mt="3"
        block
        size="lg"
        look="main"
        disabled={!changed}
        loading={sending === 'save'}
        onClick={() => send([...allowed], 'save')}
      >
        {t(changed ? 'choices.save' : 'choices.unchanged')}
      </Button>
    </>
  );
}
