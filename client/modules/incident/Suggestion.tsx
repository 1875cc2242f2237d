import { Check, Plus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { keepPreviousData } from '@tanstack/react-query';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { announce, Box, Button, chakra, Flex, SkeletonText, Stack, Text, useFormat } from '../../ui/index.ts';
import { useFormContext, useWatch } from '../../ui/form/index.ts';
import { useNames } from '../purpose/names.tsx';

type Ids = 'dataSubjectGroupIds' | 'purposeIds' | 'piiCategoryIds';

/**
 * What the record of processing says of the applications chosen, to take over with one press: all of it, or one by one.
 */
export function Suggestion() {
  const { t } = useTranslation('incident');
  const { ws } = useSession();
  const { text, number } = useFormat();
  const names = useNames();
  const { setValue, getValues, formState } = useFormContext();
  const [applicationIds, subjectCount, sensitive, ...chosen] = useWatch({
    name: ['applicationIds', 'subjectCount', 'sensitive', 'dataSubjectGroupIds', 'purposeIds', 'piiCategoryIds'],
  }) as [string[], number | null, boolean, string[], string[], string[]];
  const ids = applicationIds ?? [];
  const { data, error } = trpc.incident.suggest.useQuery(
    { ws, applicationIds: ids },
    { enabled: ids.length > 0, placeholderData: keepPreviousData, staleTime: 60_000 },
  );
  const { learn } = names;
  useEffect(() => {
    if (data) learn([...data.dataSubjectGroups, ...data.purposes, ...data.piiCategories]);
  }, [data, learn]);
  if (ids.length === 0 || error) return null;
  if (!data) return <SkeletonText lines={3} />;

  const disabled = formState.isSubmitting;
  const put = (name: string, value: unknown) =>
    setValue(name, value, { shouldDirty: true, shouldValidate: true, shouldTouch: true });
  const add = (name: Ids, more: readonly string[]) =>
    put(name, [...new Set([...((getValues(name) as string[] | undefined) ?? []), ...more])]);
  const lists = (['dataSubjectGroups', 'purposes', 'piiCategories'] as const).map((key, index) => ({
    key,
    name: (['dataSubjectGroupIds', 'purposeIds', 'piiCategoryIds'] as const)[index] as Ids,
    label: t(`suggestion.${key === 'dataSubjectGroups' ? 'groups' : key}`),
    entries: data[key],
    has: new Set(chosen[index] ?? []),
  }));
  const countUsed = data.subjectCount !== null && subjectCount === data.subjectCount;
  const nothing = data.subjectCount === null && !data.sensitive && lists.every(({ entries }) => entries.length === 0);
  const allUsed =
    (data.subjectCount === null || countUsed) &&
    (!data.sensitive || sensitive) &&
    lists.every(({ entries, has }) => entries.every(({ id }) => has.has(id)));
  const useAll = () => {
    if (data.subjectCount !== null) put('subjectCount', data.subjectCount);
    if (data.sensitive) put('sensitive', true);
    for (const { name, entries } of lists)
      if (entries.length > 0)
        add(
          name,
          entries.map(({ id }) => id),
        );
    announce(t('suggestion.taken'));
  };

  return (
    <Box
      role="group"
      aria-label={t('suggestion.title')}
      borderWidth="1px"
      borderColor="line.strong"
      borderStyle="dashed"
      borderRadius="card"
      p={{ base: '3', md: '4' }}
      bg="subtle"
    >
      <Stack gap="3">
        <Flex wrap="wrap" gap="3" alignItems="flex-start">
          <Box flex="1" minWidth="min(100%, 14rem)">
            <Text fontWeight="semibold">{t('suggestion.title')}</Text>
            <Text textStyle="dense" color="muted">
              {t(nothing ? 'suggestion.nothing' : 'suggestion.lead')}
            </Text>
          </Box>
          {!nothing && (
            <Button
              size="sm"
              disabled={allUsed || disabled}
              icon={allUsed ? <Check aria-hidden /> : <Plus aria-hidden />}
              onClick={useAll}
            >
              {t(allUsed ? 'suggestion.used' : 'suggestion.useAll')}
            </Button>
          )}
        </Flex>
        {(data.subjectCount !== null || data.sensitive) && (
          <Offers label={t('suggestion.figures')}>
            {data.subjectCount !== null && (
              <Offer
                label={t('suggestion.subjectCount', { number: number(data.subjectCount) })}
                used={countUsed}
                disabled={disabled}
                onUse={() => put('subjectCount', data.subjectCount)}
              />
            )}
            {data.sensitive && (
              <Offer
                label={t('suggestion.sensitive')}
                used={sensitive}
                disabled={disabled}
                onUse={() => put('sensitive', true)}
              />
            )}
          </Offers>
        )}
        {lists.map(({ key, name, label, entries, has }) =>
          entries.length > 0 ? (
            <Offers key={key} label={label}>
              {entries.map((entry) => (
                <Offer
                  key={entry.id}
                  label={text(entry.name)}
                  used={has.has(entry.id)}
                  disabled={disabled}
                  onUse={() => add(name, [entry.id])}
                />
              ))}
            </Offers>
          ) : null,
        )}
      </Stack>
    </Box>
  );
}

function Offers({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box role="group" aria-label={label}>
      <Text textStyle="small" color="muted" mb="1">
        {label}
      </Text>
      <chakra.div display="flex" flexWrap="wrap" gap="1.5">
        {children}
      </chakra.div>
    </Box>
  );
}

/** One thing to take over. Taken, it stays where it is, marked, so that nothing moves under the pointer. */
function Offer({
  label,
  used,
  disabled,
  onUse,
}: {
  label: string;
  used: boolean;
  disabled: boolean;
  onUse: () => void;
}) {
  const { t } = useTranslation('incident');
  return (
    <Button
      size="sm"
      height="auto"
      py="1"
      whiteSpace="normal"
      textAlign="start"
      fontWeight="normal"
      look={used ? 'quiet' : 'plain'}
      disabled={used || disabled}
      aria-label={used ? `${label} (${t('suggestion.used')})` : t('suggestion.use', { name: label })}
      icon={used ? <Check aria-hidden /> : <Plus aria-hidden />}
      onClick={onUse}
    >
      {label}
    </Button>
  );
}
