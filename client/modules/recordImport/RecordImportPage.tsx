import { ImportPage } from '../../imports/ImportPage.tsx';
import { recordImport } from './kind.ts';

/** The import of a record of processing. */
export default function RecordImportPage() {
  return <ImportPage kind={recordImport} />;
}
