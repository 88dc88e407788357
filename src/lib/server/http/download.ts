import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Download } from '#lib/contract.ts'

export const PDF = 'application/pdf'
export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** A document made for who asked, and for nobody else. */
export const privateDownload = (name: string, type: string, bytes: Buffer): Download => ({
  name,
  type,
  size: bytes.length,
  body: Readable.from([bytes]),
  inline: false,
  isPrivate: true,
  etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
})
