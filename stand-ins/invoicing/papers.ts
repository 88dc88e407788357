import { zipOf } from '#lib/server/sheets/zipWriter.ts'

/** Printed content, line by line. */
export type Printed = { title: string; lines: readonly string[] }

const hexOf = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()
const escaped = (text: string) => text.replace(/[&<>"]/g, mark => `&#${mark.charCodeAt(0)};`)

/** Writes a one-page PDF 1.4 with the Chinese font that PDF readers bring themselves. */
export function pdfOf({ title, lines }: Printed): Buffer {
  const text = [title, ...lines].map((line, i) => `/F1 ${i === 0 ? 18 : 11} Tf <${hexOf(line)}> Tj 0 -26 Td`).join('\n')
  const content = `BT 56 760 Td\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${Buffer.byteLength(content)} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 7 0 R >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
  ]
  let out = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const at = out.length
    out += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map(at => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  out += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${out.length}\n%%EOF\n`
  return Buffer.from(out, 'latin1')
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const OFD = 'xmlns:ofd="http://www.ofdspec.org/2016"'

/** Writes a one-page OFD (GB/T 33190): a ZIP of its parts. */
export async function ofdOf({ title, lines }: Printed): Promise<Buffer> {
  const body = [title, ...lines]
    .map((line, i) => {
      const size = i === 0 ? 6 : 4
      return `<ofd:TextObject ID="${10 + i}" Boundary="20 ${20 + i * 9} 170 8" Font="3" Size="${size}"><ofd:TextCode X="0" Y="${size}" DeltaX="g ${Math.max(1, line.length - 1)} ${size}">${escaped(line)}</ofd:TextCode></ofd:TextObject>`
    })
    .join('')
  const parts: Record<string, string> = {
    'OFD.xml': `${XML}<ofd:OFD ${OFD} Version="1.0" DocType="OFD"><ofd:DocBody><ofd:DocInfo><ofd:Title>${escaped(title)}</ofd:Title></ofd:DocInfo><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>`,
    'Doc_0/Document.xml': `${XML}<ofd:Document ${OFD}><ofd:CommonData><ofd:MaxUnitID>99</ofd:MaxUnitID><ofd:PageArea><ofd:PhysicalBox>0 0 210 297</ofd:PhysicalBox></ofd:PageArea><ofd:PublicRes>PublicRes.xml</ofd:PublicRes></ofd:CommonData><ofd:Pages><ofd:Page ID="1" BaseLoc="Pages/Page_0/Content.xml"/></ofd:Pages></ofd:Document>`,
    'Doc_0/PublicRes.xml': `${XML}<ofd:Res ${OFD} BaseLoc="Res"><ofd:Fonts><ofd:Font ID="3" FontName="SimSun" FamilyName="SimSun"/></ofd:Fonts></ofd:Res>`,
    'Doc_0/Pages/Page_0/Content.xml': `${XML}<ofd:Page ${OFD}><ofd:Content><ofd:Layer ID="2">${body}</ofd:Layer></ofd:Content></ofd:Page>`,
  }
  async function* all() {
    for (const [name, text] of Object.entries(parts)) yield { name, bytes: Buffer.from(text) }
  }
  const chunks: Buffer[] = []
  for await (const chunk of zipOf(all(), new Date('2026-01-01T00:00:00Z'))) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export const xmlOf = ({ title, lines }: Printed): Buffer =>
  Buffer.from(
    `${XML}<EInvoice><Title>${escaped(title)}</Title>${lines.map(line => `<Line>${escaped(line)}</Line>`).join('')}</EInvoice>\n`,
  )
