import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
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
  useFormat,
} from '../../ui/index.ts';
import { QUIET } from '../../publicPage/quiet.ts';
import { OwnHistory } from './OwnHistory.tsx';
import { receiptHref } from './receiptHref.ts';

/** Everything behind a link: who asks, each purpose with its switch, what was chosen before. */
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
        {current.privacyPolicyUrl && (
          <Text mt="1">
            <Link href={current.privacyPolicyUrl} target="_blank">
              {t('choices.policy')}
            </Link>
          </Text>
        )}
        <Text mt="1">{t('choices.until', { time: dateTime(current.expiresAt, 'long') })}</Text>
      </chakra.footer>
    </>
  );
}

interface FormProps {
  link: { ws: string; token: string };
  current: Choices;
  onReload: () => void;
  onSaved: (answer: Choices & { receipt: IssuedReceipt }) => void;
}

function ChoiceForm({ link, current, onReload, onSaved }: FormProps) {
  const { t } = useTranslation('consentReceipt');
  const { text, dateTime, locale } = useFormat();
  const call = trpc.consentReceipt.choices.submit.useMutation(QUIET);
  const [allowed, setAllowed] = useState<ReadonlySet<string>>(
    () => new Set(current.purposes.filter((purpose) => purpose.allowed).map(({ id }) => id)),
  );
  const [pressed, setPressed] = useState<'save' | 'all' | 'none'>('save');
  const titleId = useId();
  const changed = current.purposes.some((purpose) => purpose.allowed !== allowed.has(purpose.id));
  const stale = bodyOf(call.error)?.code === 'staleEdit';

  const send = (purposes: readonly string[], by: typeof pressed) => {
    setPressed(by);
    setAllowed(new Set(purposes));
    call.mutate(
      { ...link, purposeUUIDs: [...purposes], language: locale, since: current.chosenAt },
      { onSuccess: onSaved },
    );
  };
  const toggle = (id: string, on: boolean) =>
    setAllowed((before) => {
      const next = new Set(before);
      if (on) next.add(id);
      else next.delete(id);
      return next;
    });
  const selectable = current.purposes.filter((purpose) => !purpose.former || purpose.allowed).map(({ id }) => id);
  const both = { flex: '1', minWidth: 'min(100%, 10rem)', size: 'lg' } as const;
  return (
    <Card title={text(current.title)}>
      <Text whiteSpace="pre-line">{text(current.description)}</Text>
      <Text textStyle="dense" color="muted" mt="1">
        {t('choices.chosenAt', { time: dateTime(current.chosenAt) })}
      </Text>
      {current.closed && (
        <Box mt="3">
          <Banner tone="info">{t('choices.closedNote')}</Banner>
        </Box>
      )}
      <chakra.ul aria-label={t('choices.purposes')} mt="4" listStyle="none">
        {current.purposes.map((purpose, place) => {
          const on = allowed.has(purpose.id);
          const id = `${titleId}-${place}`;
          return (
            <chakra.li key={purpose.id} display="flex" gap="4" py="4" borderTopWidth="1px" alignItems="flex-start">
              <chakra.div flex="1" minWidth="0">
                <chakra.h3 id={id} fontWeight="semibold">
                  {text(purpose.title)}
                </chakra.h3>
                <Text id={`${id}-more`} color="muted" whiteSpace="pre-line">
                  {text(purpose.description)}
                </Text>
                {purpose.former && (
                  <Box mt="1">
                    <Text textStyle="dense">{t('choices.former')}</Text>
                  </Box>
                )}
              </chakra.div>
              <chakra.div display="grid" justifyItems="end" gap="1" flexShrink={0}>
                <Switch
                  checked={on}
                  onCheckedChange={(value) => toggle(purpose.id, value)}
                  aria-labelledby={id}
                  aria-describedby={`${id}-more`}
                  disabled={current.closed && !purpose.allowed}
                />
                <Tag tone={on ? 'ok' : 'neutral'}>{t(on ? 'choices.allowed' : 'choices.notAllowed')}</Tag>
              </chakra.div>
            </chakra.li>
          );
        })}
      </chakra.ul>
      {call.error && (
        <Box mb="3">
          <Banner
            tone="danger"
            role="alert"
            {...(stale && { action: <Button onClick={onReload}>{t('choices.reload')}</Button> })}
          >
            {stale ? t('choices.stale') : (messageOf(call.error) ?? t('choices.failed'))}
          </Banner>
        </Box>
      )}
      {/* Both weigh the same: giving and withdrawing are one press each. */}
      <Flex gap="3" wrap="wrap" pt="4" borderTopWidth="1px">
        <Button
          {...both}
          disabled={!changed && !current.purposes.some((purpose) => purpose.allowed)}
          loading={call.isPending && pressed === 'none'}
          onClick={() => send([], 'none')}
        >
          {t('choices.withdrawAll')}
        </Button>
        {!current.closed && (
          <Button
            {...both}
            disabled={!changed && selectable.every((id) => allowed.has(id))}
            loading={call.isPending && pressed === 'all'}
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
        loading={call.isPending && pressed === 'save'}
        onClick={() => send([...allowed], 'save')}
      >
        {t(changed ? 'choices.save' : 'choices.unchanged')}
      </Button>
    </Card>
  );
}
