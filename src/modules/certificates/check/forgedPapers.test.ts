import crypto, { createHash, randomBytes } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { OctetString } from 'asn1js'
import { Certificate, ContentInfo, EncapsulatedContentInfo, type SignedData } from 'pkijs'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { keepTimeStamp, readSignedData, signatureIn, signCms, wrapContentInfo } from '#lib/server/documents/cms.ts'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { addSignature } from '#lib/server/documents/pdfSignature.ts'
import { pdfText } from '#lib/server/documents/pdfUpdate.ts'
import { makeSigningKey, openSigningKey, type SigningKey } from '#lib/server/documents/signingKey.ts'
import { currentKey } from '#modules/signatures/server/signing.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { makeTimeStamp, signedOver } from '#test/support/forging.ts'
import { derOf, endlessIdentifier, inHex, signedPdf } from '#test/support/hostileFiles.ts'
import { newAddress } from '#test/support/make.ts'

/** Files that try to pass for papers of the association, as a stranger makes them from one genuine paper. */
setUpSite()

let paper: Buffer
let stranger: SigningKey
beforeAll(async () => {
  const about = { reason: '证书 甲-1', contact: 'http://site.test/admin/verify', at: new Date() }
  // Reserve room in the signature for a time stamp by another service.
  paper = await addSignature(toPdf('a certificate', {}, 'a-2a'), await currentKey(site.ctx()), about, {
    stamp: async () => undefined,
  })
  stranger = openSigningKey(await makeSigningKey('全国演示协会', new Date()))
})

async function verdictOn(bytes: Buffer) {
  const payload = new FormData()
  payload.append('file', new File([new Uint8Array(bytes)], '文件.pdf'))
  const asked = { method: 'POST', url: '/api/cert/verify/file', payload, remoteAddress: newAddress() } as const
  const answer = await site.app.inject(asked)
  expect([answer.statusCode, answer.json().code]).toEqual([200, 200])
  return answer.json().data
}

function rangeOf(pdf: Buffer) {
  const [, from, to] = /\/ByteRange \[\d+ (\d+) (\d+)/.exec(pdf.toString('latin1'))!.map(Number)
  return { from: from!, to: to! }
}
const coveredIn = (pdf: Buffer) => Buffer.concat([pdf.subarray(0, rangeOf(pdf).from), pdf.subarray(rangeOf(pdf).to)])
function cmsIn(pdf: Buffer): Buffer {
  const { from, to } = rangeOf(pdf)
  const padded = Buffer.from(pdf.toString('latin1', from + 1, to - 1), 'hex')
  return padded.subarray(0, 4 + padded.readUInt16BE(2))
}
/** The same paper with another CMS in the place of its own. */
function withCms(pdf: Buffer, cms: Buffer): Buffer {
  const { from, to } = rangeOf(pdf)
  const changed = Buffer.from(pdf)
  changed.write(cms.toString('hex').padEnd(to - from - 2, '0'), from + 1, 'latin1')
  return changed
}
const changedCms = (change: (signed: SignedData) => void | Promise<void>) => async () => {
  const signed = readSignedData(cmsIn(paper))
  await change(signed)
  return withCms(paper, wrapContentInfo(signed))
}

/** A PDF of the stranger's own with any bytes for a signature, which covers all the rest. */
const ownPdf = (contents: string, { reason = pdfText('证书 甲-1'), extra = '' } = {}) =>
  signedPdf(contents, { reason, extra })

test('the genuine paper is known as the association’s', async () => {
  expect(await verdictOn(paper)).toMatchObject({ verdict: 'own', reason: '证书 甲-1', findings: [] })
})

describe('is not taken for a paper of the association:', () => {
  const forgeries: [string, () => Buffer | Promise<Buffer>][] = [
    [
      'any PDF with a genuine signature that encloses what it was made over',
      () => {
        const signed = readSignedData(cmsIn(paper))
        signed.encapContentInfo = new EncapsulatedContentInfo({
          eContentType: ContentInfo.DATA,
          eContent: new OctetString({ valueHex: new Uint8Array(coveredIn(paper)) }),
        })
        return ownPdf(inHex(wrapContentInfo(signed)))
      },
    ],
    ['any PDF with the genuine signature as it is', () => ownPdf(inHex(cmsIn(paper)))],
    [
      'the paper with another content enclosed beside',
      changedCms(signed => {
        signed.encapContentInfo = new EncapsulatedContentInfo({
          eContentType: ContentInfo.DATA,
          eContent: new OctetString({ valueHex: new Uint8Array(100) }),
        })
      }),
    ],
    [
      'the paper with an update behind its signature',
      () => Buffer.concat([paper, Buffer.from('\n1 0 obj <<>> endobj\n%%EOF\n')]),
    ],
    [
      'the paper in another one, whose signature covers it as an earlier revision',
      () => Buffer.concat([paper, ownPdf(inHex(cmsIn(paper)))]),
    ],
    [
      'the paper with a second signer beside',
      changedCms(async signed => {
        const other = await signCms(coveredIn(paper), stranger)
        signed.signerInfos.push(other.signerInfos[0]!)
      }),
    ],
    [
      'the paper with a certificate of a stranger beside',
      changedCms(signed => {
        signed.certificates!.push(Certificate.fromBER(new Uint8Array(stranger.chain[0]!.raw)))
      }),
    ],
    [
      'the paper with another version of its CMS',
      () => {
        const cms = cmsIn(paper)
        cms[cms.indexOf(Buffer.from([0x02, 0x01, 0x01])) + 2] = 3
        return withCms(paper, cms)
      },
    ],
    [
      'the paper with its CMS in the loose form of BER',
      () => {
        const cms = cmsIn(paper)
        return withCms(paper, Buffer.concat([Buffer.from([0x30, 0x80]), cms.subarray(4), Buffer.from([0, 0])]))
      },
    ],
    [
      'the paper with its CMS in capital letters',
      () => {
        const { from, to } = rangeOf(paper)
        const upper = Buffer.from(paper)
        upper.write(paper.toString('latin1', from, to).toUpperCase(), from, 'latin1')
        return upper
      },
    ],
    [
      'the paper with something behind its CMS',
      () => {
        const filled = Buffer.from(paper)
        filled.write('1', rangeOf(paper).to - 2, 'latin1')
        return filled
      },
    ],
  ]

  test.each(forgeries)('%s', async (_, forge) => {
    const { verdict, signer, certificate, stamp } = await verdictOn(await forge())
    expect([verdict, signer, certificate, stamp]).toEqual(['changed', '', null, null])
  })

  test('a paper that a stranger of the same name has signed, and one that the stranger has signed once more', async () => {
    const about = { reason: '证书 甲-1', contact: 'http://site.test/admin/verify', at: new Date() }
    const own = await addSignature(toPdf('a certificate', {}, 'a-2a'), stranger, about)
    expect(await verdictOn(own)).toMatchObject({ verdict: 'foreign', certificate: null, signedWith: null })
    expect(await verdictOn(await signedOver(paper, stranger))).toMatchObject({ verdict: 'foreign', certificate: null })
  })
})

describe('a time stamp by a service of a stranger’s own making', () => {
  test('proves nothing: the paper is told as ours, the stamp as of nobody that is known', async () => {
    const signed = readSignedData(cmsIn(paper))
    keepTimeStamp(
      signed,
      await makeTimeStamp(signatureIn(signed), { name: '国家授时中心可信时间戳', at: new Date('2021-05-05') }),
    )
    const found = await verdictOn(withCms(paper, wrapContentInfo(signed)))
    expect(found).toMatchObject({ verdict: 'own', stamp: null, findings: [expect.stringContaining('来源未核实')] })
    expect(JSON.stringify(found)).not.toContain('授时')
  })

  test('that is for another signature makes the paper a changed one', async () => {
    const signed = readSignedData(cmsIn(paper))
    keepTimeStamp(signed, await makeTimeStamp(Buffer.from('something else'), { name: '时间戳', at: new Date() }))
    expect(await verdictOn(withCms(paper, wrapContentInfo(signed)))).toMatchObject({ verdict: 'changed', stamp: null })
  })
})

describe('a file that is made to be hard to read', () => {
  test.each<[string, () => Buffer]>([
    ['with an object identifier of millions of arcs', () => derOf(0x30, endlessIdentifier(2_300_000))],
    ['with one of sixty thousand, hidden in octets', () => derOf(0x30, derOf(0x04, endlessIdentifier(60_000)))],
    ['with thirty thousand empty values', () => derOf(0x30, Buffer.alloc(60_000, Buffer.from([0x30, 0x00])))],
  ])('%s is told as changed, and keeps nobody else waiting', async (_, cms) => {
    const before = process.memoryUsage.rss()
    let slowest = 0
    let last = performance.now()
    const clock = setInterval(() => {
      slowest = Math.max(slowest, performance.now() - last - 10)
      last = performance.now()
    }, 10)
    const { verdict } = await verdictOn(ownPdf(inHex(cms())))
    clearInterval(clock)
    expect(verdict).toBe('changed')
    expect(slowest).toBeLessThan(1_000)
    expect((process.memoryUsage.rss() - before) / 2 ** 20).toBeLessThan(250)
  })

  test('with a megabyte of nonsense is not hashed by the thread that answers', async () => {
    const hashing = vi.spyOn(crypto, 'hash')
    syncBuiltinESMExports()
    try {
      expect(await verdictOn(ownPdf(inHex(randomBytes(500_000))))).toMatchObject({
        verdict: 'changed',
        sm3: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
      const lengths = hashing.mock.calls.flatMap(([algorithm, bytes]) =>
        algorithm === 'sm3' ? [`${bytes}`.length] : [],
      )
      expect(lengths).toEqual([])
    } finally {
      hashing.mockRestore()
      syncBuiltinESMExports()
    }
  })

  test('with half a letter for a reason is no fault of ours', async () => {
    expect(await verdictOn(ownPdf(inHex(cmsIn(paper)), { reason: '<41>' }))).toMatchObject({ verdict: 'changed' })
  })

  test('says nothing in its own words', async () => {
    const label = Buffer.from('请致电 13800000000 办理').toString('hex')
    const stream = `10 ${createHash('sha256').update('x').digest('hex').slice(0, 16)} ${label}`
    const extra = `/Hangxie << /LastModified (D:2026) /Private 9 0 R >>\n9 0 obj\n<< /Length ${stream.length} >>\nstream\n${stream}\nendstream\nendobj\n`
    const { findings } = await verdictOn(ownPdf(inHex(Buffer.alloc(20)), { extra }))
    expect(findings.join()).toContain('文件结构被改动过')
    expect(findings.join()).not.toContain('138')
  })
})
