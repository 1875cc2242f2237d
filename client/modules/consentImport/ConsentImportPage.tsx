import { ImportPage } from '../../imports/ImportPage.tsx';
import { consentImport } from './kind.tsx';

/** The import of consents from other systems. */
export default function ConsentImportPage() {
  return <ImportPage kind={consentImport} />;
}
