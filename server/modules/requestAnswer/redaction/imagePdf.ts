interface ImagePage {
  readonly width: number;
  readonly height: number;
  readonly points: { readonly width: number; readonly height: number };
  /** JPEG */
  readonly bytes: Buffer;
}

/** A PDF that has only pictures (ISO 32000-2): no text, no metadata, no notes, no layers, no scripts. */
export function imagePdf(pages: readonly ImagePage[]): Buffer {
  const objects: Buffer[] = [];
  const kids = pages.map((_, index) => `${3 + index * 3} 0 R`).join(' ');
  objects.push(Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'));
  objects.push(Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`));
  for (const [index, { width, height, points, bytes }] of pages.entries()) {
    const first = 3 + index * 3;
    const [w, h] = [points.width.toFixed(2), points.height.toFixed(2)];
    const content = `q ${w} 0 0 ${h} 0 0 cm /I Do Q`;
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${w} ${h}] /Resources << /XObject << /I ${first + 2} 0 R >> >> /Contents ${first + 1} 0 R >>`,
      ),
      Buffer.from(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`),
      Buffer.concat([
        Buffer.from(
          `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${bytes.length} >>\nstream\n`,
        ),
        bytes,
        Buffer.from('\nendstream'),
      ]),
    );
  }
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let length = parts[0]!.length;
  const offsets = objects.map((object, index) => {
    const at = length;
    const entry = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(entry);
    length += entry.length;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
