export default function RecordImportPage() {
  return null;
}
