import type { Trx } from '../../../db/client.ts';
import type { ApplicationContent } from '../../../shared/application/schema.ts';
import type { Locale } from '../../../shared/locale.ts';
import { durationText, withStart } from '../../../shared/purpose/retention.ts';
import { recipientsOf } from '../../../shared/ropa/record.ts';
import type { Bilingual } from '../../../shared/text.ts';
import { translate } from '../../platform/i18n.ts';
import { publishedContents } from '../application/published.ts';
import { publishedPurposes } from '../purpose/published.ts';

/** The content of a letter about one purpose. */
export interface ProcessedFor {
  readonly purpose: string;
  /** Of the purpose, and of the attributes of its lines, each once. */
  readonly categories: string[];
  readonly recipients: string[];
  /** Of the purpose, and of lines of the data mapping with another, each once. */
  readonly retention: string[];
}
/** The record of processing of an application, in one language. */
export interface RegisterFacts {
  readonly application: string;
  readonly source: string | null;
  readonly purposes: readonly ProcessedFor[];
}

type Purpose = ApplicationContent['purposes'][number];
type Flow = NonNullable<ApplicationContent['dataMapping']>[number];

/**
 * What the newest published versions of applications and of their purposes state of some groups of data subjects
 * (empty: all), in the order of the ids; without applications that state nothing of them.
 */
export async function registersOf(
  trx: Trx,
  workspaceId: string,
  { applicationIds, groupIds }: { applicationIds: readonly string[]; groupIds: readonly string[] },
  locale: Locale,
): Promise<RegisterFacts[]> {
  const contents = await publishedContents(trx, workspaceId, applicationIds);
  const newest = await publishedPurposes(
    trx,
    workspaceId,
    [...contents.values()].flatMap(({ content }) => content.purposes.map(({ id }) => id)),
  );
  const isMeant = ({ id }: { id: string }) => groupIds.length === 0 || groupIds.includes(id);
  const name = (text: Bilingual) => text[locale] || text.th || text.en;
  return applicationIds.flatMap((id) => {
    const found = contents.get(id);
    if (!found) return [];
    const flows = (found.content.dataMapping ?? []).filter(({ dataSubjectGroup }) => isMeant(dataSubjectGroup));
    const purposes = found.content.purposes
      .map((purpose) => ({
        content: newest.get(purpose.id) ?? purpose.content,
        flows: flows.filter((flow) => flow.purpose.id === purpose.id),
      }))
      .filter((one) => one.flows.length > 0 || one.content.dataSubjectGroups.some(isMeant))
      .map((one) => processedFor(one, name, locale));
    const { dataSource } = found.content;
    return purposes.length === 0
      ? []
      : [{ application: found.name, source: dataSource && name(dataSource.name), purposes }];
  });
}

function processedFor(
  { content, flows }: { content: Purpose['content']; flows: readonly Flow[] },
  name: (text: Bilingual) => string,
  locale: Locale,
): ProcessedFor {
  const sent = [recipientsOf(content, content), ...flows.map((flow) => recipientsOf(flow, content))];
  const own = flows.flatMap(({ retention, attributes }) => {
    const period = retention && retentionText(retention, locale);
    return period ? [`${attributes.map((one) => name(one.name)).join(', ')}: ${period}`] : [];
  });
  const asPurpose = flows.length === 0 || flows.some(({ retention }) => retention === null);
  return {
    purpose: name(content.title),
    categories: distinct(
      [...content.piiCategories, ...flows.flatMap(({ attributes }) => attributes.map(({ category }) => category))].map(
        (category) => name(category.name),
      ),
    ),
    recipients: distinct(
      sent.flatMap(({ thirdParties, internalApplications }) =>
        [...thirdParties, ...internalApplications].map((recipient) => recipient.name),
      ),
    ),
    retention: distinct([...(asPurpose ? [retentionText(content.retention, locale)] : []), ...own]),
  };
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ''))];

type Retention = Pick<Purpose['content']['retention'], 'indefinite' | 'amount' | 'unit' | 'startEvent' | 'startNote'>;

function retentionText(retention: Retention, locale: Locale): string {
  const { indefinite, amount, unit } = retention;
  if (indefinite) return translate(locale, 'requestLetter:indefinite');
  if (amount === null || unit === null) return '';
  return withStart(durationText(locale, amount, unit), retention, (key, values) => translate(locale, key, values));
}
