export default function PiiCategoryPage() {
  return null;
}
