/** Prints the article of a page alone, once it is there; what holds for all of paper is in client/media.css. */
export function PrintStyle() {
  return (
    <style>{`@media print {
  body:has(article) *:not(:has(article)):not(article):not(article *) { display: none !important }
}`}</style>
  );
}
