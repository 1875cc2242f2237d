export default function FindReceiptsPage() {
  return null;
}
