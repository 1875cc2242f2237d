import { useTranslation } from 'react-i18next';
import { countryNames, countriesOf } from '../../../../shared/country.ts';
import { pageAddress } from '../../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../../shared/registry/entities.ts';
import { recipientsOf } from '../../../../shared/ropa/record.ts';
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
        {purposes.map((purpose) => (
          <chakra.li key={purpose.id} display="flex" flexWrap="wrap" gap="2" alignItems="baseline">
            {opens ? (
              <Link href={recordAddress('purpose', purpose.id)}>{text(purpose.content.title)}</Link>
            ) : (
              text(purpose.content.title)
            )}
            {purpose.content.piiCategories.some(({ sensitive }) => sensitive) && (
              <Tag tone="warn">{t('register.sensitiveTag')}</Tag>
            )}
            <chakra.span color="muted" overflowWrap="anywhere">
              {purpose.content.piiCategories.map((category) => text(category.name)).join(', ')}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
      {opens && (
        <chakra.div>
          <Link href={`${pageAddress('dataFlowDiagram')}?application=${id}`}>{t('register.dataFlow')}</Link>
        </chakra.div>
      )}
    </chakra.div>
  );
}

/** The facts of all purposes combined, without duplicates. */
function Register() {
  const { t } = useTranslation('dpiaAssessment');
  const { text, number, locale } = useFormat();
  const {
    register: { dataController, dataSubjectCount, purposes },
  } = useAssessed();
  const words = (named: readonly string[]) => [...new Set(named)].join(', ');
  const contents = purposes.map(({ content }) => content);
  const placed = (name: string, countries: readonly (string | null | undefined)[]) => {
    const known = countries.flatMap((country) => country || []);
    return known.length > 0 ? `${name} (${countryNames(known, locale)})` : name;
  };
  const facts: [string, string][] = [
    [t('register.dataController'), text(dataController.name)],
    [
      t('register.subjects'),
      words([
        ...contents.flatMap(({ dataSubjectGroups }) => dataSubjectGroups.map(({ name }) => text(name))),
        ...(dataSubjectCount
          ? [t('register.count', { count: dataSubjectCount, number: number(dataSubjectCount) })]
          : []),
      ]),
    ],
    [
      t('register.sensitive'),
      words(
        contents.flatMap(({ piiCategories }) =>
          piiCategories.filter(({ sensitive }) => sensitive).map(({ name }) => text(name)),
        ),
      ),
    ],
    [
      t('register.recipients'),
      words(
        contents.flatMap((content) => {
          const { thirdParties, internalApplications } = recipientsOf(content, content);
          return [
            ...thirdParties.map((party) => placed(party.name, countriesOf(party))),
            ...internalApplications.map(({ name }) => name),
          ];
        }),
      ),
    ],
    [
      t('register.storage'),
      words(
        contents.flatMap(({ storageSystems }) =>
          storageSystems.map(({ name, country }) => placed(text(name), [country])),
        ),
      ),
    ],
    [
      t('register.securityMeasures'),
      words(contents.flatMap(({ securityMeasures }) => securityMeasures.map(({ name }) => text(name)))),
    ],
  ];
  return (
    <Facts layout="beside" rows={facts.map(([label, value]) => [label, value || t('register.nothing')] as const)} />
  );
}
