export default function ConsentImportPage() {
  return null;
}
