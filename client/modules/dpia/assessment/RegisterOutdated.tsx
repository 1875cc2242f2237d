import { useTranslation } from 'react-i18next';
import { nameIn } from '../../../../shared/locale.ts';
import { recordAddress } from '../../../../shared/registry/entities.ts';
import type { RegisterChange, RegisterValue } from '../../../../shared/dpia/registerChange.ts';
import { useCan, useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Banner, Box, chakra, Link, useFormat, useLocale } from '../../../ui/index.ts';
import { useWords } from '../../../records/useWords.ts';

/** Warns that the published version differs from the register, and lists the differences. */
export function RegisterOutdated({ id, changedAt }: { id: string; changedAt: string }) {
  const { t } = useTranslation('dpiaAssessment');
  const { dateTime } = useFormat();
  const { ws } = useSession();
  const { data } = trpc.dpia.registerChanges.useQuery({ ws, id });
  return (
    <Box mb="5">
      <Banner tone="warn">{t('registerChanged', { time: dateTime(changedAt) })}</Banner>
      {data && data.changes.length > 0 && (
        <chakra.details mt="2" px="4" py="2" borderWidth="1px" borderRadius="card" textStyle="dense">
          <chakra.summary cursor="pointer" py="1">
            {t('outdated.title', { count: data.changes.length, version: data.version, number: data.changes.length })}
          </chakra.summary>
          <chakra.ul listStyle="none" display="grid" gap="3" py="2">
            {data.changes.map((change) => (
              <Change key={`${change.facet} ${change.purpose?.id ?? ''}`} change={change} />
            ))}
          </chakra.ul>
        </chakra.details>
      )}
    </Box>
  );
}

function Change({ change: { facet, purpose, removed, added } }: { change: RegisterChange }) {
  const { t } = useTranslation('dpiaAssessment');
  const { text } = useFormat();
  const readOf = useValueWords(facet);
  const opens = useCan('ropa.read');
  return (
    <chakra.li overflowWrap="anywhere">
      <chakra.strong>{t(`outdated.facet.${facet}`)}</chakra.strong>
      {purpose && (
        <>
          {' · '}
          {opens ? <Link href={recordAddress('purpose', purpose.id)}>{text(purpose.title)}</Link> : text(purpose.title)}
        </>
      )}
      {removed.map((value) => (
        <chakra.p key={value.code}>
          {t('outdated.removed')} <del>{readOf(value)}</del>
        </chakra.p>
      ))}
      {added.map((value) => (
        <chakra.p key={value.code}>
          {t('outdated.added')} <chakra.ins textDecoration="none">{readOf(value)}</chakra.ins>
        </chakra.p>
      ))}
    </chakra.li>
  );
}

/** Translation keys of values that are stored as codes. */
const CODED: Partial<Record<RegisterChange['facet'], (code: string) => string>> = {
  processingFrequency: (code) => `activityLog:value.processingFrequency.${code}`,
  lawfulBases: (code) => `purposeScreen:basis.${code}.name`,
  sensitiveExemptions: (code) => `purposeScreen:exemption.${code}.name`,
  retention: (code) => `purposeScreen:retention.${code}`,
};

/** Returns a function that turns a value of such a facet into text. */
function useValueWords(facet: RegisterChange['facet']): (value: RegisterValue) => string {
  useTranslation(['activityLog', 'purposeScreen']);
  const words = useWords('dpiaAssessment');
  const locale = useLocale();
  return (value) => nameIn({ locale }, value) || words.t(CODED[facet]?.(value.code) ?? value.code);
}
