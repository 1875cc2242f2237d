export default function ConsentPage() {
  return null;
}
