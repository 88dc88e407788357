import { createHash } from 'node:crypto'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { addSignature } from '#lib/server/documents/pdfSignature.ts'
import type { SigningKey } from '#lib/server/documents/signingKey.ts'

export type SignRequest = {
  flowNumber: string
  title: string
  document: { name: string; size: number; sha256: string; content: string }
  signatory: { kind: string; name: string; creditCode: string }
  returnUrl: string
}
export type Flow = {
  asked: SignRequest
  state: 'signing' | 'signed' | 'refused' | 'expired'
  reason: string
  signed?: Buffer
}

/** Acts on a flow. The first three are correct; the others return useless results. */
export const actNames = {
  sign: '以申请单位签章',
  refuse: '拒签',
  expire: '过期',
  other: '换一份文件再签',
  stranger: '用别的单位的证书签',
  unknown: '用无人认可的证书签',
  changed: '签后改动一个字节',
  added: '签后追加内容',
  unsigned: '没有签名就退回',
} as const
export type Act = keyof typeof actNames
export const isAct = (text: unknown): text is Act => typeof text === 'string' && text in actNames

type Keys = { of: (name: string) => SigningKey; unknown: (name: string) => Promise<SigningKey> }

/** The form with what somebody did to it. */
export async function signedAs(act: Act, { asked }: Flow, keys: Keys): Promise<Buffer> {
  const { document, signatory, title } = asked
  const given = Buffer.from(document.content, 'base64')
  const about = { reason: title, contact: signatory.name, at: new Date() }
  const signed = (pdf: Buffer, key: SigningKey) => addSignature(pdf, key, about)
  const own = keys.of(signatory.name)
  switch (act) {
    case 'other':
      return signed(toPdf('#set text(font: "Noto Sans SC")\n别的文件', {}), own)
    case 'stranger':
      return signed(given, keys.of('别的单位'))
    case 'unknown':
      return signed(given, await keys.unknown(signatory.name))
    case 'changed': {
      const pdf = await signed(given, own)
      const at = pdf.lastIndexOf('/Annot')
      return Buffer.from(pdf.with(at + 1, pdf[at + 1]! ^ 1))
    }
    case 'added':
      return Buffer.concat([await signed(given, own), Buffer.from('\n% more\n')])
    case 'unsigned':
      return Buffer.concat([given, Buffer.from('\n')])
    default:
      return signed(given, own)
  }
}

/** Message about a flow, the same in webhooks and in answers to requests and queries. */
export function flowMessage({ asked, state, reason, signed }: Flow, origin: string): string {
  const { flowNumber, document } = asked
  const of = signed && { size: signed.length, sha256: createHash('sha256').update(signed).digest('hex') }
  const link = `${origin}/sign/${flowNumber}`
  return JSON.stringify({ flowNumber, documentSha256: document.sha256, state, link, reason, signed: of ?? null })
}
