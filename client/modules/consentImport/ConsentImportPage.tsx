import { ImportPage } from '../../imports/ImportPage.tsx';
import { consentImport } from './kind.tsx';

/** The import of consents that were given elsewhere. */
export default function ConsentImportPage() {
  return <ImportPage kind={consentImport} />;
}
