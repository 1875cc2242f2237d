export default function DataSharingPage() {
  return null;
}
