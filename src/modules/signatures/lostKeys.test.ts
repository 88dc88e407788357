import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { addSignature } from '#lib/server/documents/pdfSignature.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { startStandIns } from '#stand-ins/start.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { newAddress } from '#test/support/make.ts'
import { declareKeyLost, replaceKey } from './server/keyLoss.ts'
import { currentKey, signPdf } from './server/signing.ts'

let folder: string
let services: Awaited<ReturnType<typeof startStandIns>>
setUpSite(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lost-'))
  services = await startStandIns({ port: 0, site: 'http://site.test', folder })
  return { env: { TSA_URL: services.settings.TSA_URL!, TSA_AUTHORITY: services.settings.TSA_AUTHORITY! } }
})
afterAll(async () => {
  await services.close()
  await rm(folder, { recursive: true })
})

const HOUR = 3_600_000
const later = (hours: number) => site.ctx(new Date(Date.now() + hours * HOUR))
const pdf = () => toPdf('a certificate', {}, 'a-2a')
const currentPrint = async () => (await currentKey(site.ctx())).chain[0]!.fingerprint256
const signUnstamped = async () =>
  addSignature(pdf(), await currentKey(site.ctx()), { reason: '证书', contact: 'http://site.test', at: new Date() })

async function verdictOn(bytes: Buffer): Promise<string> {
  const payload = new FormData()
  payload.append('file', new File([new Uint8Array(bytes)], '文件.pdf'))
  const asked = { method: 'POST', url: '/api/cert/verify/file', payload, remoteAddress: newAddress() } as const
  return (await site.app.inject(asked)).json().data.verdict
}

test('a key that is replaced signs no more, and what it has signed holds', async () => {
  const [paper, print] = [await signUnstamped(), await currentPrint()]
  await replaceKey(site.ctx(), print.slice(0, 11))
  expect(await currentPrint()).not.toBe(print)
  expect([await verdictOn(paper), await verdictOn(await signUnstamped())]).toEqual(['own', 'own'])
  await expect(replaceKey(site.ctx(), print)).rejects.toThrow('已经更换过')
})

test('what a lost key has signed is believed only where a time stamp is older than the loss', async () => {
  const print = await currentPrint()
  const [stamped, unstamped] = [await signPdf(site.ctx(), pdf(), '证书'), await signUnstamped()]
  await declareKeyLost(later(2), { fingerprint: print, since: later(1).now, reason: '服务器被盗' })
  expect([await verdictOn(stamped), await verdictOn(unstamped)]).toEqual(['own', 'keyRevoked'])
  await declareKeyLost(later(2), { fingerprint: print, since: later(-1).now, reason: '更早就已失窃' })
  expect([await verdictOn(stamped), await verdictOn(unstamped)]).toEqual(['keyRevoked', 'keyRevoked'])

  const next = await signPdf(site.ctx(), pdf(), '证书')
  expect([await currentPrint(), await verdictOn(next)]).toEqual([expect.not.stringContaining(print), 'own'])
  const lines = await site.services.db.select().from(auditEvent)
  expect(lines.filter(({ action }) => action === 'signingKey.lose')).toHaveLength(2)
})

test('a loss is declared of one key that is known, of a moment that has been, for a reason', async () => {
  const fingerprint = await currentPrint()
  const declare = (given: object) =>
    declareKeyLost(site.ctx(), { fingerprint, since: later(-1).now, reason: '丢失', ...given })
  await expect(declare({ fingerprint: 'AB' })).rejects.toThrow('证书指纹')
  await expect(declare({ fingerprint: '0000000000000000' })).rejects.toThrow('没有这份密钥')
  await expect(declare({ since: later(1).now })).rejects.toThrow('不晚于现在')
  await expect(declare({ since: new Date(Number.NaN) })).rejects.toThrow('不晚于现在')
  await expect(declare({ reason: ' ' })).rejects.toThrow('原因')
})
