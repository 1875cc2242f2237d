import { type Drawn, type DrawingWords, drawSvg } from '../../../shared/dataFlow/drawing.ts';
import type { Places } from '../../../shared/dataFlow/geometry.ts';

/** Longest side and area of a PNG, in pixels, that every browser can draw. */
const LONGEST = 12_000;
const LARGEST = 60_000_000;

/** The diagram as an SVG file with embedded fonts. */
export async function svgFile(graph: Drawn, places: Places, words: DrawingWords): Promise<Blob> {
  return new Blob([drawSvg(graph, places, words, await fontFaces())], { type: 'image/svg+xml' });
}

/** The diagram as a PNG, at twice the screen's resolution where that is not too large. */
export async function pngFile(graph: Drawn, places: Places, words: DrawingWords): Promise<Blob> {
  const svg = await svgFile(graph, places, words);
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = Math.min(2, LONGEST / Math.max(width, height), Math.sqrt(LARGEST / (width * height)));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(width * scale));
    canvas.height = Math.max(1, Math.floor(height * scale));
    const brush = canvas.getContext('2d');
    if (!brush) throw new Error('this browser draws no pictures');
    brush.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large for this browser'))),
        'image/png',
      ),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

let faces: Promise<string> | undefined;

/** The page's fonts for the picture, as self-contained CSS. */
function fontFaces(): Promise<string> {
  faces ??= Promise.all(rules().map(embedded)).then(
    (all) => all.join(''),
    () => '',
  );
  return faces;
}

function rules(): CSSFontFaceRule[] {
  return [...document.styleSheets]
    .flatMap((sheet) => {
      try {
        return [...sheet.cssRules];
      } catch {
        return [];
      }
    })
    .filter(
      (rule): rule is CSSFontFaceRule =>
        rule instanceof CSSFontFaceRule &&
        /Plex Sans Thai/.test(rule.style.getPropertyValue('font-family')) &&
        /^(400|600|normal|bold)?$/.test(rule.style.getPropertyValue('font-weight')),
    );
}

async function embedded(rule: CSSFontFaceRule): Promise<string> {
  const address = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue('src'))?.[1];
  if (!address) return '';
  const bytes = new Uint8Array(
    await (await fetch(new URL(address, rule.parentStyleSheet?.href ?? location.href))).arrayBuffer(),
  );
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  const [weight, range] = [
    rule.style.getPropertyValue('font-weight') || '400',
    rule.style.getPropertyValue('unicode-range'),
  ];
  return `@font-face{font-family:'IBM Plex Sans Thai';font-weight:${weight};src:url(data:font/woff2;base64,${btoa(binary)}) format('woff2');${range ? `unicode-range:${range};` : ''}}`;
}
