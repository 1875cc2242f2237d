import type { Executor } from '../../../db/client.ts';
import type { ApplicationContent } from '../../../shared/application/schema.ts';
import type { Locale } from '../../../shared/locale.ts';
import { durationText, withStart } from '../../../shared/purpose/retention.ts';
import type { Bilingual } from '../../../shared/text.ts';
import { translate } from '../../platform/i18n.ts';

/** The content of a letter about one purpose. */
export interface ProcessedFor {
  readonly purpose: string;
  readonly categories: string[];
  readonly recipients: string[];
  readonly retention: string;
}
/** The record of processing of an application, in one language. */
export interface RegisterFacts {
  readonly source: string | null;
  readonly purposes: readonly ProcessedFor[];
}

/** From the newest published version of the application; null where none was published. */
export async function registerOf(
  db: Executor,
  workspaceId: string,
  applicationId: string,
  locale: Locale,
): Promise<RegisterFacts | null> {
  const row = await db
    .selectFrom('applicationVersions')
    .select('content')
    .where('workspaceId', '=', workspaceId)
    .where('applicationId', '=', applicationId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { dataSource, purposes } = row.content as unknown as ApplicationContent;
  const name = (text: Bilingual) => text[locale] || text.th || text.en;
  return {
    source: dataSource && name(dataSource.name),
    purposes: purposes.map(({ content }) => ({
      purpose: name(content.title),
      categories: content.piiCategories.map((category) => name(category.name)),
      recipients: [
        ...content.thirdParties.map((party) => party.name),
        ...content.internalApplications.map((application) => application.name),
      ],
      retention: retentionText(content.retention, locale),
    })),
  };
}

type Retention = ApplicationContent['purposes'][number]['content']['retention'];

function retentionText(retention: Retention, locale: Locale): string {
  const { indefinite, amount, unit } = retention;
  if (indefinite) return translate(locale, 'requestLetter:indefinite');
  if (amount === null || unit === null) return '';
  return withStart(durationText(locale, amount, unit), retention, (key, values) => translate(locale, key, values));
}
