import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageRuns } from '../../../shared/languageRuns.ts';
import { type Locale, LOCALES } from '../../../shared/locale.ts';
import type { NoticeSentence } from '../../../shared/privacyNotice/content.ts';
import type { Notice } from '../../../shared/privacyNotice/schema.ts';
import { isOutdated } from '../../../shared/privacyNotice/write.ts';
import { TextAreaInput, useController, useFormContext } from '../../ui/form/index.ts';
import { useAdopter } from '../../ui/form/useAdopter.ts';
import {
  Banner,
  Box,
  Button,
  Card,
  chakra,
  Flex,
  IconButton,
  Stack,
  StatusTag,
  Text,
  useLocale,
} from '../../ui/index.ts';
import { useFocusAfter } from '../../ui/useFocusAfter.ts';
import type { FormValues } from './formValues.ts';

const LONG = { th: 250, en: 220 } as const;
/** Characters read per minute. */
const PACE = { th: 900, en: 1000 } as const;
type Edit = FormValues['edits'][number];

interface NoticePreviewProps {
  record: Notice;
  /** Whether it contains unsaved changes. */
  isTyped: boolean;
  canEdit: boolean;
}

/** The text part by part; sentences can be reworded. Used inside the form. */
export function NoticePreview({ record, isTyped, canEdit }: NoticePreviewProps) {
  const { t } = useTranslation('privacyNoticeScreen');
  const own = useLocale();
  const [locale, setLocale] = useState<Locale>(own);
  const letters = record.parts.flatMap(({ sentences }) => sentences.map((one) => one[locale])).join('').length;
  return (
    <Card>
      <Stack gap="5">
        <Flex gap="3" wrap="wrap" alignItems="center" role="group" aria-label={t('preview.language')}>
          {LOCALES.map((one) => (
            <Button key={one} size="sm" aria-pressed={locale === one} onClick={() => setLocale(one)}>
              {t(`preview.${one}`)}
            </Button>
          ))}
          <Text color="muted">{t('preview.reading', { number: Math.max(1, Math.round(letters / PACE[locale])) })}</Text>
        </Flex>
        {record.parts.length === 0 && <Banner>{t('preview.empty')}</Banner>}
        {isTyped && record.parts.length > 0 && <Banner>{t('preview.asTyped')}</Banner>}
        {record.parts.map(({ key, heading, sentences }) => (
          <section key={key}>
            <chakra.h3 lang={locale} fontWeight="semibold" mb="2">
              <InLanguages text={heading[locale]} locale={locale} />
            </chakra.h3>
            <Stack gap="2">
              {sentences.map((sentence) => (
                <Sentence key={sentence.key} {...{ sentence, locale, canEdit }} />
              ))}
            </Stack>
          </section>
        ))}
      </Stack>
    </Card>
  );
}

/** A text of one language, in which what is written in the other is marked as such: screen readers pronounce each. */
function InLanguages({ text, locale }: { text: string; locale: Locale }) {
  return languageRuns(text, locale).map((run, index) =>
    run.lang ? (
      <span key={index} lang={run.lang}>
        {run.text}
      </span>
    ) : (
      run.text
    ),
  );
}

interface SentenceProps {
  sentence: NoticeSentence;
  locale: Locale;
  canEdit: boolean;
}

/** What is typed of a sentence, by language. Saving stores it as `use` does, unless nothing was changed in it. */
function useTyped({ key, register }: { key: string; register: Record<Locale, string> }) {
  const { getValues } = useFormContext();
  const { field } = useController({ name: 'edits' });
  const [typed, setTyped] = useState<Partial<Record<Locale, string>>>({});
  const put = (locale: Locale, text: string | undefined) => {
    const { [locale]: _, ...rest } = typed;
    setTyped(text === undefined ? rest : { ...rest, [locale]: text });
  };
  const reword = (locale: Locale, { onlyChanged = false } = {}) => {
    const text = typed[locale];
    // Other sentences may have been reworded since this was rendered.
    const edits = getValues('edits') as Edit[];
    const edit = edits.find((one) => one.key === key);
    if (!text?.trim() || (onlyChanged && text === (edit?.[locale] || register[locale]))) return;
    // Of this language alone: the other one follows the RoPA, or remains as it was edited.
    const of = { ...(edit?.of ?? register), [locale]: register[locale] };
    field.onChange([...edits.filter((one) => one !== edit), { th: '', en: '', ...edit, [locale]: text, key, of }]);
  };
  useAdopter(() => {
    for (const locale of LOCALES) reword(locale, { onlyChanged: true });
    if (Object.keys(typed).length > 0) setTyped({});
    return true;
  });
  const use = (locale: Locale) => {
    reword(locale);
    put(locale, undefined);
  };
  /** Of this language alone: the wording of the other one remains. */
  const follow = (locale: Locale) =>
    field.onChange(
      (getValues('edits') as Edit[]).flatMap((one) => {
        if (one.key !== key) return [one];
        const rest = { ...one, [locale]: '', of: { ...one.of, [locale]: '' } };
        return LOCALES.some((other) => rest[other] !== '') ? [rest] : [];
      }),
    );
  return { typed, put, use, follow };
}

function Sentence({ sentence, locale, canEdit }: SentenceProps) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { field } = useController({ name: 'edits' });
  const edits = field.value as Edit[];
  const register = sentence.register ?? { th: sentence.th, en: sentence.en };
  const { typed, put, use, follow } = useTyped({ key: sentence.key, register });
  const typing = typed[locale];
  const editButton = useFocusAfter<HTMLButtonElement>(typing !== undefined);
  const edit = edits.find(({ key }) => key === sentence.key);
  const wording = edit?.[locale] || register[locale];
  const outdated = edit ? LOCALES.filter((one) => isOutdated(edit, register, sentence.source.field, one)) : [];
  if (typing !== undefined)
    return (
      <Stack gap="2">
        <TextAreaInput
          lang={locale}
          aria-label={t('preview.text')}
          autoFocus
          rows={4}
          value={typing}
          onChange={(event) => put(locale, event.target.value)}
        />
        <Flex gap="2">
          <Button size="sm" disabled={typing.trim() === ''} onClick={() => use(locale)}>
            {t('preview.use')}
          </Button>
          <Button size="sm" look="text" onClick={() => put(locale, undefined)}>
            {t('preview.cancel')}
          </Button>
        </Flex>
      </Stack>
    );
  return (
    <Flex gap="2" alignItems="flex-start" id={`sentence-${sentence.key}`} tabIndex={-1}>
      <Box flex="1" minWidth="0">
        <chakra.p lang={locale} whiteSpace="pre-wrap" overflowWrap="anywhere">
          <InLanguages text={wording} locale={locale} />
        </chakra.p>
        {wording.length > LONG[locale] && (
          <Text textStyle="dense" color="warn.text">
            {t('preview.long')}
          </Text>
        )}
        {outdated.map((one) => (
          <Text key={one} textStyle="dense" color="warn.text" mt="1">
            {one === locale ? t('preview.outdated') : t('preview.outdatedIn', { language: t(`preview.${one}`) })}
          </Text>
        ))}
        {edit?.[locale] && <Edited text={register[locale]} {...(canEdit && { onTakeBack: () => follow(locale) })} />}
      </Box>
      {canEdit && (
        <IconButton
          ref={editButton}
          label={t('preview.edit')}
          icon={<Pencil aria-hidden />}
          onClick={() => put(locale, wording)}
        />
      )}
    </Flex>
  );
}

/** Marks an edited sentence, with the text that the RoPA has for it. */
function Edited({ text, onTakeBack }: { text: string; onTakeBack?: () => void }) {
  const { t } = useTranslation('privacyNoticeScreen');
  const own = useLocale();
  return (
    <Stack gap="1" mt="1" textStyle="dense" color="muted">
      <span>
        <StatusTag tone="live">{t('preview.edited')}</StatusTag>
      </span>
      <Text>
        <InLanguages text={t('preview.register', { text })} locale={own} />
      </Text>
      {onTakeBack && (
        <Button look="text" size="sm" alignSelf="start" onClick={onTakeBack}>
          {t('preview.takeBack')}
        </Button>
      )}
    </Stack>
  );
}
