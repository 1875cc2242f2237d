import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditorialChange } from '../../../shared/consent/publish.ts';
import type { Bilingual } from '../../../shared/text.ts';
import { messageOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Box, chakra, SkeletonText, Stack, Text, useFormat } from '../../ui/index.ts';
import { CheckboxInput, TextAreaInput } from '../../ui/form/index.ts';
import type { FormContent } from './formValues.ts';

/** The editorial changes of the next version, and their reason. */
export function useEditorialChange() {
  const { t } = useTranslation('consent');
  const [purposeIds, setPurposeIds] = useState<readonly string[]>([]);
  const [reason, setReason] = useState('');
  const limitTo = useCallback(
    (ids: readonly string[]) => setPurposeIds((before) => before.filter((one) => ids.includes(one))),
    [],
  );
  return {
    purposeIds,
    reason,
    setReason,
    toggle: (id: string, on: boolean) =>
      setPurposeIds((before) => [...before.filter((one) => one !== id), ...(on ? [id] : [])]),
    /** Drops those of other purposes. */
    limitTo,
    /** Input of publishing. Throws in the user's language when the reason is missing. */
    check: (): { editorial?: EditorialChange } => {
      if (purposeIds.length === 0) return {};
      if (reason.trim() === '') throw new Error(t('publish.reasonMissing'));
      return { editorial: { purposeIds: [...purposeIds], reason } };
    },
    reset: () => {
      setPurposeIds([]);
      setReason('');
    },
  };
}

interface PublishEffectProps {
  consentId: string;
  /** The purposes that would be published. */
  purposeIds: readonly string[];
  editorial: ReturnType<typeof useEditorialChange>;
}

/** Who is asked again when these purposes are published, the differences, and which of them are editorial. */
export function PublishEffect({ consentId, purposeIds, editorial }: PublishEffectProps) {
  const { t } = useTranslation('consent');
  const { ws } = useSession();
  const { number, text } = useFormat();
  const reasonId = useId();
  const { data, error, isPlaceholderData } = trpc.consent.publishEffect.useQuery(
    { ws, id: consentId, purposeIds: [...purposeIds], editorial: [...editorial.purposeIds] },
    { placeholderData: keepPreviousData },
  );
  const { limitTo } = editorial;
  // A purpose may have left the form since it was ticked: nobody could untick it, and publishing would be refused.
  useEffect(() => {
    if (data && !isPlaceholderData) limitTo(data.reworded.map(({ id }) => id));
  }, [data, isPlaceholderData, limitTo]);
  if (error) return <Banner tone="danger">{messageOf(error)}</Banner>;
  if (!data) return <SkeletonText lines={2} />;
  const { reworded, added, removed, subjects, toAskAgain } = data;
  if (reworded.length + added.length + removed.length === 0) return <Text>{t('publish.sameQuestions')}</Text>;
  return (
    <Stack gap="3">
      {isPlaceholderData ? (
        <SkeletonText lines={2} />
      ) : (
        <Banner tone={toAskAgain > 0 ? 'warn' : 'info'}>
          {toAskAgain > 0
            ? t('publish.asksAgain', { number: number(toAskAgain), total: number(subjects) })
            : t('publish.asksNobody')}
        </Banner>
      )}
      <Names label={t('publish.added')} purposes={added} />
      <Names label={t('publish.removed')} purposes={removed} />
      <Names label={t('publish.reworded')} purposes={reworded} />
      {reworded.length > 0 && (
        <>
          <Text textStyle="dense" color="muted">
            {t('publish.rewordedNote')}
          </Text>
          {reworded.map(({ id, title }) => (
            <chakra.label key={id} display="flex" gap="3" alignItems="flex-start" cursor="pointer">
              <CheckboxInput
                type="checkbox"
                checked={editorial.purposeIds.includes(id)}
                onChange={(event) => editorial.toggle(id, event.target.checked)}
              />
              <span>{t('publish.editorial', { name: text(title) })}</span>
            </chakra.label>
          ))}
        </>
      )}
      {editorial.purposeIds.length > 0 && (
        <div>
          <chakra.label htmlFor={reasonId} display="block" mb="1">
            {t('publish.reason')}
          </chakra.label>
          <TextAreaInput
            id={reasonId}
            value={editorial.reason}
            maxLength={1000}
            required
            aria-describedby={`${reasonId}-help`}
            onChange={(event) => editorial.setReason(event.target.value)}
          />
          <Text id={`${reasonId}-help`} textStyle="small" color="muted">
            {t('publish.reasonHelp')}
          </Text>
        </div>
      )}
    </Stack>
  );
}

function Names({ label, purposes }: { label: string; purposes: readonly { id: string; title: Bilingual }[] }) {
  const { text } = useFormat();
  if (purposes.length === 0) return null;
  return (
    <Box textStyle="dense">
      <strong>{label}</strong>
      <chakra.ul listStyle="disc" ps="5">
        {purposes.map(({ id, title }) => (
          <li key={id}>{text(title)}</li>
        ))}
      </chakra.ul>
    </Box>
  );
}

/** The editorial changes of a version. */
export function EditorialChanges({ content: { editorial = [], purposes } }: { content: FormContent }) {
  const { t } = useTranslation('consent');
  const { text } = useFormat();
  return editorial.map(({ purposeId, reason }) => {
    const title = purposes.find(({ id }) => id === purposeId)?.title;
    return (
      <Box key={purposeId} mb="4">
        <Banner tone="info" title={t('version.editorial', { name: title ? text(title) : '' })}>
          {reason}
        </Banner>
      </Box>
    );
  });
}
