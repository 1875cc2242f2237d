import { useTranslation } from 'react-i18next';
import { type DpiaSuggestion, READ_FROM_WORDS } from '../../../../shared/dpia/decision.ts';
import { isEntity, placeOf } from '../../../../shared/registry/entities.ts';
import { chakra, Link, useFormat } from '../../../ui/index.ts';

type Reason = DpiaSuggestion['reasons'][number];

/** The number of records listed per reason; the others are counted. */
const FIRST = 5;

/** Why the register suggests an assessment: each reason with links to the records that cause it. */
export function SuggestionReasons({ reasons }: { reasons: readonly Reason[] }) {
  const { t } = useTranslation('dpiaList');
  const { number } = useFormat();
  return (
    <chakra.ul listStyle="none" display="grid" gap="2" textStyle="dense">
      {reasons.map(({ reason, records, count }) => (
        <li key={reason}>
          <chakra.div fontWeight="semibold">
            {count === null
              ? t(`reason.${reason}`)
              : t('reasonOf', { reason: t(`reason.${reason}`), number: number(count) })}
          </chakra.div>
          {READ_FROM_WORDS.includes(reason) && <chakra.div color="muted">{t('readFromWords')}</chakra.div>}
          <Records records={records} />
        </li>
      ))}
    </chakra.ul>
  );
}

function Records({ records }: Pick<Reason, 'records'>) {
  const { t } = useTranslation('dpiaList');
  const { text, number } = useFormat();
  const more = records.length - FIRST;
  return (
    <chakra.ul listStyle="none" display="flex" flexWrap="wrap" columnGap="3" color="muted">
      {records.slice(0, FIRST).map(({ entity, id, name }) => {
        const page = isEntity(entity) ? placeOf(entity, id) : null;
        return (
          <chakra.li key={`${entity}.${id}`} overflowWrap="anywhere">
            {page ? <Link href={page}>{text(name)}</Link> : text(name)}
          </chakra.li>
        );
      })}
      {more > 0 && <li>{t('moreRecords', { count: more, number: number(more) })}</li>}
    </chakra.ul>
  );
}
