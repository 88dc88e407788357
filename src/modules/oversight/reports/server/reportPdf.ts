import { readFileSync } from 'node:fs'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { printable } from '#lib/server/documents/printable.ts'
import type { ReportContent } from '../contract.ts'
import { footnoteOf, type Logo, subtitleOf } from './letterhead.ts'

const template = readFileSync(new URL('./report.typ', import.meta.url), 'utf8')

export function reportPdf(content: ReportContent, logo: Logo | undefined): Buffer {
  const { colour, ...texts } = content
  const data = {
    ...printable(texts),
    subtitle: subtitleOf(content),
    footnote: footnoteOf(content),
    ...(colour && { colour }),
    ...(logo && { logo: `/${logo.name}` }),
  }
  return toPdf(template, data, 'a-2a', logo ? { [logo.name]: logo.png } : {})
}
