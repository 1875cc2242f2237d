import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../../shared/country.ts';
import type { Request } from '../../../shared/request/schema.ts';
import { Card, chakra, Flex, Text, useFormat } from '../../ui/index.ts';

/** Every move and correction of the request, newest first: who, when, and why. */
export function HistoryCard({ request }: { request: Request }) {
  const { t } = useTranslation(['requestScreen', 'request']);
  const { text } = useFormat();
  const severalRights = request.rights.length > 1;
  const nameOf = new Map(request.rights.map(({ id, name }) => [id, text(name)]));
  const entries = [
    ...request.moves.map((move) => ({
      id: move.id,
      at: move.at,
      by: move.by?.name ?? t('history.system'),
      title: t(`move.${move.action as 'assign'}`),
      about: severalRights ? nameOf.get(move.rightId) : undefined,
      body: move.reason,
    })),
    ...request.corrections.map(({ id, at, by, changes }) => ({
      id,
      at,
      by: by.name,
      title: t('correct.title'),
      about: undefined,
      body: <Changes changes={changes} nameOf={severalRights ? nameOf : new Map()} />,
    })),
  ].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <Card title={t('history.title')}>
      {entries.length === 0 ? (
        <Text color="muted">{t('history.none')}</Text>
      ) : (
        <chakra.ol listStyle="none" display="grid" gap="4">
          {entries.map(({ id, ...entry }) => (
            <Entry key={id} {...entry} />
          ))}
        </chakra.ol>
      )}
    </Card>
  );
}

interface EntryProps {
  at: string;
  by: string;
  title: string;
  about: string | undefined;
  body: ReactNode;
}

function Entry({ at, by, title, about, body }: EntryProps) {
  const { dateTime } = useFormat();
  return (
    <li>
      <Flex wrap="wrap" columnGap="2" alignItems="baseline">
        <chakra.span fontWeight="semibold">{title}</chakra.span>
        {about && (
          <chakra.span textStyle="dense" color="muted">
            {about}
          </chakra.span>
        )}
      </Flex>
      {body && (
        <chakra.div whiteSpace="pre-wrap" overflowWrap="anywhere">
          {body}
        </chakra.div>
      )}
      <Text textStyle="dense" color="muted">
        {by} · <time dateTime={at}>{dateTime(at)}</time>
      </Text>
    </li>
  );
}

type Change = Request['corrections'][number]['changes'][number];

function Changes({ changes, nameOf }: { changes: readonly Change[]; nameOf: ReadonlyMap<string, string> }) {
  const { t } = useTranslation('requestScreen');
  const wordsOf = useWords();
  return (
    <chakra.ul listStyle="none" display="grid" gap="1" textStyle="dense">
      {changes.map((change) => (
        <li key={`${change.field} ${change.rightId}`}>
          {[change.rightId && nameOf.get(change.rightId), t(`field.${change.field}`)].filter(Boolean).join(' · ')}
          {change.old && change.new && (
            <>
              : <del>{wordsOf(change.field, change.old) || '–'}</del> → {wordsOf(change.field, change.new) || '–'}
            </>
          )}
        </li>
      ))}
    </chakra.ul>
  );
}

/** The value of a corrected field as text. */
function useWords(): (field: Change['field'], value: { th: string; en: string }) => string {
  const { t } = useTranslation(['requestScreen', 'request']);
  const { locale, text } = useFormat();
  return (field, value) => {
    const plain = text(value);
    if (plain === '') return '';
    if (field === 'ageBand') return t(`request:ageBand.${plain as 'ADULT'}`);
    if (field === 'country') return countryName(plain, locale);
    if (field === 'language') return t(`language.${plain as 'th'}`);
    return plain;
  };
}
