import { deflateSync } from 'node:zlib'

/** Files that are made to be hard to read: for tests of what reads the files of strangers. */

/** Encodes one ASN.1 value in DER, with the long form of the length. */
export function derOf(tag: number, content: Buffer): Buffer {
  const digits = content.length.toString(16)
  const length = Buffer.from(digits.padStart(2 * Math.ceil(digits.length / 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 + length.length]), length, content])
}

/** An object identifier of so many arcs: a reader that writes it in decimals needs many times its length. */
export const endlessIdentifier = (arcs: number): Buffer => derOf(0x06, Buffer.alloc(arcs, 1))

/** A PDF with these bytes, in hexadecimal, for its signature, which covers all the rest as in a paper of ours. */
export function signedPdf(contents: string, { reason = '(x)', extra = '' } = {}): Buffer {
  const before = `%PDF-1.7\n%FORGED: grade A for Evil Ltd.\n${extra}1 0 obj\n<< /Type /Sig /Reason ${reason} /ByteRange `
  const after = `\n>>\nendobj\n%%EOF\n`
  const range = (from: number) =>
    `[0 ${String(from).padStart(9, '0')} ${String(from + contents.length).padStart(9, '0')} ${after.length}] /Contents `
  const from = before.length + range(0).length
  return Buffer.from(before + range(from) + contents + after, 'latin1')
}

export const inHex = (bytes: Buffer): string => `<${bytes.toString('hex')}>`

/** A page of 400,000 drawing steps, which a few kilobytes hold: to draw it takes many seconds. */
export function slowPdf(name = ''): Buffer {
  const steps = deflateSync(Buffer.from('0 0 m 50 200 150 0 200 200 c S '.repeat(400_000)))
  return Buffer.concat([
    Buffer.from(`%PDF-1.4
%${name}
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>endobj
4 0 obj<</Length ${steps.length}/Filter/FlateDecode>>stream\n`),
    steps,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ])
}
