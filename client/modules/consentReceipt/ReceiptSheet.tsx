import { CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PurposeState, ReceiptView } from '../../../shared/consentReceipt/receipt.ts';
import { chakra, Facts, Heading, Tag, Text, useFormat } from '../../ui/index.ts';
import { Exact } from './Exact.tsx';

const STATES = {
  given: { tone: 'ok', icon: CircleCheck },
  refused: { tone: 'neutral', icon: CircleMinus },
  withdrawn: { tone: 'warn', icon: CircleX },
} as const;

function StateTag({ state }: { state: PurposeState }) {
  const { t } = useTranslation('consentReceipt');
  const { tone, icon: Icon } = STATES[state];
  return (
    <Tag tone={tone} icon={<Icon aria-hidden />}>
      {t(`state.${state}`)}
    </Tag>
  );
}

interface ReceiptSheetProps {
  view: ReceiptView;
  keyId: string;
  /** Of the title. */
  level?: 1 | 2;
  /** Address of the organisation's logo. */
  logo?: string | null;
  /** Displayed below the title. */
  note?: ReactNode;
}

/** The content of a receipt, as a sheet of paper: organisation, choice, text, and proof. */
export function ReceiptSheet({ view, keyId, level = 1, logo = null, note }: ReceiptSheetProps) {
  const { t } = useTranslation('consentReceipt');
  const { date, dateTime, text } = useFormat();
  const { controller, form, notice, subject } = view;
  return (
    <chakra.article
      bg="surface"
      borderWidth="1px"
      borderRadius="card"
      overflow="hidden"
      css={{ '@media print': { borderWidth: '0', overflow: 'visible' } }}
    >
      <SheetHead view={view} level={level} logo={logo} note={note} />
      <Part title={t('field.subject')}>
        <Facts
          layout="beside"
          rows={[
            [t('field.uid'), subject.uid],
            [t('field.name'), subject.name],
            [t('field.guardian'), view.guardian],
            [t('field.application'), form.application],
            [t('field.method'), view.method],
            [t('field.knownBy'), view.knownBy && text(view.knownBy)],
            [t('field.language'), t(`language.${view.language}`)],
            [t('field.until'), view.until && date(view.until, 'long')],
          ]}
        />
      </Part>
      <Part title={t('section.purposes')}>
        <chakra.ol display="grid" gap="5" listStyle="none">
          {view.purposes.map((purpose) => (
            <Purpose key={purpose.id} purpose={purpose} />
          ))}
        </chakra.ol>
      </Part>
      <Part title={t('section.displayed')}>
        <Text fontWeight="semibold">{text(form.title)}</Text>
        <Text color="muted" mt="0.5" mb="3" whiteSpace="pre-line">
          {text(form.description)}
        </Text>
        <Facts
          layout="beside"
          rows={[
            [t('field.version'), String(form.version)],
            [t('field.policy'), form.policyUrl && <PlainLink href={form.policyUrl} />],
            [t('field.sha256'), <Exact key="hash">{form.sha256}</Exact>],
            [t('field.notice'), notice && t('noticeVersion', { name: text(notice.name), version: notice.version })],
            [t('field.noticeSha256'), notice && <Exact key="notice">{notice.sha256}</Exact>],
          ]}
        />
      </Part>
      <Part title={t('field.controller')}>
        <Facts
          layout="beside"
          rows={[
            [t('field.name'), text(controller.name)],
            [t('field.address'), controller.address],
            [t('field.contact'), controller.contact.join('\n')],
            [t('field.withdraw'), text(view.withdrawAt.note)],
            [t('field.jurisdiction'), t('law')],
          ]}
        />
      </Part>
      <Part title={t('section.proof')}>
        <Facts
          layout="beside"
          rows={[
            [t('field.issuedAt'), dateTime(view.issuedAt, 'long')],
            [t('field.receiptId'), <Exact key="id">{view.id}</Exact>],
            [t('field.recordId'), <Exact key="record">{view.recordId}</Exact>],
            [t('field.keyId'), <Exact key="key">{keyId}</Exact>],
            [t('field.conformsTo'), 'ISO/IEC TS 27560:2023 · W3C DPV'],
          ]}
        />
      </Part>
    </chakra.article>
  );
}

function SheetHead({ view, level, logo, note }: Pick<ReceiptSheetProps, 'view' | 'level' | 'logo' | 'note'>) {
  const { t } = useTranslation('consentReceipt');
  const { dateTime, text } = useFormat();
  const Title = level === 1 ? chakra.h1 : chakra.h2;
  return (
    <chakra.header
      px={{ base: '4', md: '8' }}
      pt={{ base: '5', md: '8' }}
      pb="5"
      borderTopWidth="4px"
      borderColor="accent"
      css={{ '@media print': { padding: '0 0 16px', borderTopWidth: '0' } }}
    >
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="2" mb="4">
        {logo && <Logo address={logo} name={text(view.controller.name)} />}
        <Text textStyle="title" overflowWrap="anywhere">
          {text(view.controller.name)}
        </Text>
      </chakra.div>
      <Title textStyle="display">{t('title')}</Title>
      <Text mt="1" color="muted">
        {t('field.chosenAt')} {dateTime(view.at, 'long')}
      </Text>
      {note && <chakra.div mt="4">{note}</chakra.div>}
    </chakra.header>
  );
}

/** On white in either colour mode, for which most logos are made; nothing where it cannot be loaded. */
function Logo({ address, name }: { address: string; name: string }) {
  const { t } = useTranslation('consentReceipt');
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing) return null;
  return (
    <chakra.img
      src={address}
      alt={t('proof.logo', { controller: name })}
      height="12"
      maxWidth="min(100%, 14rem)"
      objectFit="contain"
      bg="white"
      borderRadius="control"
      p="1"
      css={{ forcedColorAdjust: 'none' }}
      onError={() => setIsMissing(true)}
    />
  );
}

function Purpose({ purpose }: { purpose: ReceiptView['purposes'][number] }) {
  const { t } = useTranslation(['consentReceipt', 'retention']);
  const { text, locale } = useFormat();
  const { personalData, recipients, retention } = purpose;
  const length = retention?.period ? text(retention.period) : t('forGood');
  const period = retention?.start ? t('retention:from', { period: length, event: text(retention.start) }) : length;
  return (
    <chakra.li css={{ breakInside: 'avoid' }}>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="baseline"
        justifyContent="space-between"
        columnGap="4"
        rowGap="1"
      >
        <chakra.h3 fontWeight="semibold">{text(purpose.title)}</chakra.h3>
        <StateTag state={purpose.state} />
      </chakra.div>
      {text(purpose.description) && (
        <Text color="muted" mt="0.5" mb="2" whiteSpace="pre-line">
          {text(purpose.description)}
        </Text>
      )}
      <Facts
        layout="beside"
        rows={[
          [t('field.indicatedBy'), purpose.indicatedBy && t(`indicatedBy.${purpose.indicatedBy}`)],
          [t('field.basis'), t(purpose.basis.includes('26') ? 'basis.explicit' : 'basis.consent')],
          [
            t('field.personalData'),
            personalData.length === 0
              ? t('notStated')
              : personalData
                  .map(({ name, sensitive }) => (sensitive ? `${text(name)} (${t('sensitive')})` : text(name)))
                  .join(', '),
          ],
          [
            t('field.recipients'),
            recipients.length === 0
              ? t('noRecipients')
              : recipients
                  .map(
                    ({ name, countries }) =>
                      `${name} (${countries.map((code) => countryName(locale, code)).join(', ')})`,
                  )
                  .join(', '),
          ],
          [t('field.retention'), retention ? [period, retention.note].filter(Boolean).join(' · ') : t('notStated')],
        ]}
      />
    </chakra.li>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <chakra.section
      aria-labelledby={id}
      px={{ base: '4', md: '8' }}
      py="5"
      borderTopWidth="1px"
      css={{ '@media print': { padding: '12px 0' } }}
    >
      <Heading id={id} mb="3">
        {title}
      </Heading>
      {children}
    </chakra.section>
  );
}

const PlainLink = ({ href }: { href: string }) => (
  <chakra.a href={href} rel="noreferrer" color="accent.text" textDecoration="underline">
    {href}
  </chakra.a>
);

function countryName(locale: string, code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}
