import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { verifyPdf } from '#lib/server/documents/signatureReader.ts'
import { sm3 } from '#lib/server/seals/sm2.ts'
import { checkSealValue } from '#modules/signatures/server/sealChecks.ts'
import { sealValueOf, signPaper } from '#modules/signatures/server/sealing.ts'
import { originOf } from '#modules/signatures/server/signing.ts'
import { startStandIns } from '#stand-ins/start.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { checkCredential } from '../credentials/server/check.ts'
import { credentialFor } from '../credentials/server/credential.ts'
import { readStatement } from '../credentials/server/credentialParser.ts'
import { certificate } from '../server/tables.ts'

/** Files of the association with something changed at random: with the same seed the same 5,000. */
const SEED = 20_261_128

let folder: string
let services: Awaited<ReturnType<typeof startStandIns>>
setUpSite(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mutated-'))
  services = await startStandIns({ port: 0, site: 'http://site.test', folder })
  const { TSA_URL, TSA_AUTHORITY } = services.settings
  return { demo: true, env: { SM2_SEAL: 'on', TSA_URL: TSA_URL!, TSA_AUTHORITY: TSA_AUTHORITY! } }
})
afterAll(async () => {
  await services.close()
  await rm(folder, { recursive: true })
})

let paper: Buffer
let other: Buffer
let seal: Buffer
let credential: Buffer
beforeAll(async () => {
  const sign = (text: string) => signPaper(site.ctx(), toPdf(text, {}, 'a-2a'), `证书 ${text}`)
  // The first stamp tells whose certificate is asked after for the papers that follow.
  await sign('first')
  paper = await sign('a certificate')
  other = await sign('another certificate')
  seal = (await sealValueOf(site.ctx(), paper))!
  const [of] = await site.services.db.select().from(certificate).where(eq(certificate.status, 'valid')).limit(1)
  credential = Buffer.from(await credentialFor(site.ctx(), of!))
})

/** Numbers from 0 to below 1, the same each time (mulberry32). */
function numbersFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Stretch = { from: number; to: number }
/** Applies one to three random changes within this range of bytes; `alien` supplies bytes of another genuine file. */
function mutate(bytes: Buffer, { from, to }: Stretch, alien: Buffer, next: () => number): Buffer {
  let changed: Buffer = Buffer.from(bytes)
  const upTo = (most: number) => Math.floor(next() * most)
  for (let times = 1 + upTo(3); times > 0; times--) {
    const at = from + upTo(to - from)
    const length = 1 + upTo(40)
    const [before, after] = [changed.subarray(0, at), changed.subarray(at)]
    const ways: (() => Buffer)[] = [
      () => Buffer.from(changed.with(at, changed[at]! ^ (1 << upTo(8)))),
      () => Buffer.from(changed.with(at, upTo(256))),
      () => Buffer.concat([before, changed.subarray(from + upTo(to - from)).subarray(0, length), after]),
      () => Buffer.concat([before, after.subarray(length)]),
      () => Buffer.concat([before, alien.subarray(at, at + length), after.subarray(length)]),
      () => Buffer.concat([before, Buffer.alloc(length, upTo(256)), after.subarray(length)]),
      () => before,
    ]
    changed = ways[upTo(ways.length)]!()
    if (changed.length <= to) break
  }
  return changed
}

const MAX_HELD_MS = 50
const MAX_TAKEN_MB = 100

/** Measures a check: CPU time of the request thread in ms and memory growth of the process in MB. */
async function costOf(check: () => Promise<unknown>) {
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 5)
  const begun = process.threadCpuUsage()
  await check()
  const { user, system } = process.threadCpuUsage(begun)
  clearInterval(watch)
  return { heldMs: (user + system) / 1000, takenMb: (Math.max(most, process.memoryUsage.rss()) - before) / 2 ** 20 }
}

type Case = { name: string; count: number; of: () => Buffer; alien: () => Buffer; stretch?: (of: Buffer) => Stretch }
type Judge = (bytes: Buffer) => Promise<boolean>

async function expectNoneIsOurs({ name, count, of, alien, stretch }: Case, isOurs: Judge) {
  const genuine = of()
  expect(await isOurs(genuine)).toBe(true)
  const next = numbersFrom(SEED)
  const within = stretch?.(genuine) ?? { from: 0, to: genuine.length }
  for (let number = 0; number < count; number++) {
    const mutant = mutate(genuine, within, alien(), next)
    if (mutant.equals(genuine)) continue
    let ours = false
    const judge = async () => {
      ours = await isOurs(mutant)
    }
    // Repeat a measurement over the limit: other load counts too, but the cost of the file itself recurs every time.
    let cost = await costOf(judge)
    for (let again = 0; again < 3 && (cost.heldMs > MAX_HELD_MS || cost.takenMb > MAX_TAKEN_MB); again++)
      cost = await costOf(judge)
    const fault = ours
      ? 'is called ours'
      : cost.heldMs > MAX_HELD_MS
        ? 'holds'
        : cost.takenMb > MAX_TAKEN_MB
          ? 'fills'
          : ''
    if (fault) expect.unreachable(`${name} ${number} ${fault} (${JSON.stringify(cost)}): ${mutant.toString('base64')}`)
  }
}

function contentsOf(pdf: Buffer): Stretch {
  const from = pdf.lastIndexOf('/Contents <') + '/Contents <'.length
  return { from, to: from + /0{32,}>/.exec(pdf.toString('latin1', from))!.index }
}

/**
 * Accepts a paper only without reservation: a time stamp from an unknown service is reported as such, since the
 * association may have forgotten that service.
 */
const judgePdf: Judge = async bytes => {
  const found = await verifyPdf(bytes)
  if (!found.intact) return false
  const { origin, stamp } = await originOf(site.ctx(), found)
  return origin === 'own' && (found.stamp === null || stamp !== null)
}
const judgeSeal: Judge = async bytes =>
  (await checkSealValue(site.ctx(), bytes, { digest: sm3(paper) })).verdict === 'own'
const judgeCredential: Judge = async bytes => {
  const statement = readStatement(bytes.toString('utf8'))
  if (!statement || statement === 'unsigned') return false
  return (await checkCredential(site.ctx(), statement)).verdict === 'own'
}

describe('of files of ours with something changed none is called ours, holds the site up or fills its memory:', () => {
  test(
    '1,800 papers, changed anywhere',
    () => expectNoneIsOurs({ name: 'paper', count: 1_800, of: () => paper, alien: () => other }, judgePdf),
    600_000,
  )

  test(
    '1,800 papers, changed in their signature and its time stamp',
    () =>
      expectNoneIsOurs(
        { name: 'signature', count: 1_800, of: () => paper, alien: () => other, stretch: contentsOf },
        judgePdf,
      ),
    600_000,
  )

  test(
    '400 values of seals',
    () => expectNoneIsOurs({ name: 'seal', count: 400, of: () => seal, alien: () => paper }, judgeSeal),
    600_000,
  )

  test(
    '1,000 credentials',
    () =>
      expectNoneIsOurs({ name: 'credential', count: 1_000, of: () => credential, alien: () => seal }, judgeCredential),
    600_000,
  )
})
