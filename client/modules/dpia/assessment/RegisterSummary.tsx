import { useTranslation } from 'react-i18next';
import { storageName } from '../../../../shared/country.ts';
import { dataOf, groupsOf, recipientTexts, storageOf } from '../../../../shared/dpia/registerFacts.ts';
import { pageAddress } from '../../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../../shared/registry/entities.ts';
import { useCan } from '../../../shell/session.tsx';
import { chakra, Facts, Link, Tag, useFormat } from '../../../ui/index.ts';
import { useAssessed } from './assessed.tsx';

/** The register's data about the processing: read-only, and frozen when a version is published. */
export function RegisterSummary() {
  const { t } = useTranslation('dpiaAssessment');
  const { text } = useFormat();
  const { register } = useAssessed();
  const { id, name, description, purposes } = register;
  // The record of processing can be switched off: then these pages are closed.
  const opens = useCan('ropa.read');
  return (
    <chakra.div borderWidth="1px" borderRadius="control" p="3" textStyle="dense" display="grid" gap="3">
      <chakra.div>
        {opens ? <Link href={recordAddress('application', id)}>{name}</Link> : name}
        {description && <chakra.p color="muted">{description}</chakra.p>}
      </chakra.div>
      <Register />
      <chakra.ul listStyle="none" display="grid" gap="1.5">
        {purposes.map((purpose) => {
          const data = dataOf(register, [purpose]);
          return (
            <chakra.li key={purpose.id} display="flex" flexWrap="wrap" gap="2" alignItems="baseline">
              {opens ? (
                <Link href={recordAddress('purpose', purpose.id)}>{text(purpose.content.title)}</Link>
              ) : (
                text(purpose.content.title)
              )}
              {data.some(({ sensitive }) => sensitive) && <Tag tone="warn">{t('register.sensitiveTag')}</Tag>}
              <chakra.span color="muted" overflowWrap="anywhere">
                {data.map((one) => text(one.name)).join(', ')}
              </chakra.span>
            </chakra.li>
          );
        })}
      </chakra.ul>
      {opens && (
        <chakra.div>
          <Link href={`${pageAddress('dataFlowDiagram')}?application=${id}`}>{t('register.dataFlow')}</Link>
        </chakra.div>
      )}
    </chakra.div>
  );
}

/** The facts of all purposes and mapping entries combined, without duplicates. */
function Register() {
  const { t } = useTranslation('dpiaAssessment');
  const { text, number, locale } = useFormat();
  const { register } = useAssessed();
  const { dataController, dataSubjectCount, purposes } = register;
  const words = (named: readonly string[]) => [...new Set(named)].join(', ');
  const facts: [string, string][] = [
    [t('register.dataController'), text(dataController.name)],
    [
      t('register.subjects'),
      words([
        ...groupsOf(register).map(({ name }) => text(name)),
        ...(dataSubjectCount
          ? [t('register.count', { count: dataSubjectCount, number: number(dataSubjectCount) })]
          : []),
      ]),
    ],
    [
      t('register.sensitive'),
      words(
        dataOf(register)
          .filter(({ sensitive }) => sensitive)
          .map(({ name }) => text(name)),
      ),
    ],
    [t('register.recipients'), words(recipientTexts(purposes, locale))],
    [t('register.storage'), words(storageOf(register).map((system) => storageName(system, locale)))],
    [
      t('register.securityMeasures'),
      words(purposes.flatMap(({ content }) => content.securityMeasures.map(({ name }) => text(name)))),
    ],
  ];
  return (
    <Facts layout="beside" rows={facts.map(([label, value]) => [label, value || t('register.nothing')] as const)} />
  );
}
