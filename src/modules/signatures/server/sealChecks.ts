import type { X509Certificate } from 'node:crypto'
import type { Output } from '#lib/contract.ts'
import { dayOf, iso, minute } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type ForeignSeal, readForeignSeal } from '#lib/server/documents/signatureReader.ts'
import { nameOn } from '#lib/server/documents/signingKey.ts'
import { allowsSigner, type ElectronicSeal, readSeal } from '#lib/server/seals/electronicSeal.ts'
import type { ReadSealValue, SealValue } from '#lib/server/seals/sealSignature.ts'
import type { sealContract } from '../contract.ts'
import { type SealPart, type SealVerdict, sealPartNames, sealVerdictNames } from '../sealWords.ts'
import { knownKey } from './keys.ts'
import { isKnownStamp } from './longTermValidation.ts'
import { type RegisteredPaper, registeredPaper } from './sealing.ts'
import { registeredSeal } from './seals.ts'

export type SealChecked = Output<(typeof sealContract)['POST /seal/verify']>
type PartResult = SealChecked['parts'][number]

type Checking = Pick<Ctx, 'db' | 'config'>

/**
 * Checks a seal value. `digest`: SM3 of the document that came with it. `caller`: origin of the request, if a stranger
 * sent it.
 */
export async function checkSealValue(
  ctx: Checking,
  bytes: Buffer,
  { digest, caller }: { digest?: Buffer | undefined; caller?: string } = {},
): Promise<SealChecked> {
  const read = await readForeignSeal(bytes, caller)
  if (!read) return toChecked('broken', [])
  const key = read.certificate && (await knownKey(ctx, 'seals', read.certificate))
  // The register knows the association's own seals only.
  const registered = key ? await registeredFor(ctx, read, digest) : {}
  const stamp = await checkStamp(ctx, read, registered)
  const at = stamp.at ?? read.at
  const parts = [
    checkSeal(read, registered, at),
    checkMaker(read),
    checkSignature(read, registered),
    checkCertificate(read, at, key?.lostAt && !(stamp.at && stamp.at < key.lostAt) ? key.lostAt : null),
    checkDocument(read, digest),
    stamp.found,
  ]
  const said = read.isSigned && read.certificate !== undefined
  return {
    ...toChecked(verdictOf(parts, key !== undefined), parts),
    paper: registered.paper?.paper ?? '',
    ...(said && { sealName: read.seal.name, signer: nameOn(read.certificate!), signedAt: iso(read.at) }),
  }
}

function verdictOf(parts: readonly PartResult[], isOurs: boolean): SealVerdict {
  if (parts.some(({ holds }) => holds === false)) return 'failed'
  if (!isOurs) return 'foreign'
  return parts.some(({ part, holds }) => part === 'document' && holds === null) ? 'valueOnly' : 'own'
}

const toChecked = (verdict: SealVerdict, parts: PartResult[]): SealChecked => ({
  verdict,
  verdictName: sealVerdictNames[verdict],
  parts,
  paper: '',
  sealName: '',
  signer: '',
  signedAt: null,
})

const partResult = (part: SealPart, holds: boolean | null, note: string): PartResult => ({
  part,
  name: sealPartNames[part],
  holds,
  note,
})

const validityText = (from: Date, to: Date) => `有效期 ${dayOf(from)} 至 ${dayOf(to)}`

function checkSeal(read: ReadSealValue, { seal: registered }: Registered, at: Date): PartResult {
  const { name, validFrom, validTo } = read.seal
  const changed = registered ? sealDifferences(read, registered) : []
  if (changed.length > 0) return partResult('seal', false, `与登记的印章不同，被改动的是：${changed.join('、')}`)
  if (!isWithin(at, validFrom, validTo))
    return partResult('seal', false, `签章时印章不在有效期内（${validityText(validFrom, validTo)}）`)
  return partResult('seal', true, `${name}，${validityText(validFrom, validTo)}`)
}

function checkMaker({ seal: { maker, isWhole } }: ReadSealValue): PartResult {
  if (!maker) return partResult('maker', false, '制章者证书读不出来，已被改动')
  return isWhole
    ? partResult('maker', true, `由“${nameOn(maker)}”制作，制作以后印章没有改动`)
    : partResult('maker', false, '制章者的签名不成立：印章在制作以后被改动')
}

function checkSignature(read: ReadSealValue, registered: Registered): PartResult {
  if (read.isSigned) return partResult('signature', true, `${minute(iso(read.at))} 签章`)
  const changed = registered.paper ? valueDifferences(read, registered.paper.value) : []
  if (changed.length > 0) return partResult('signature', false, `与登记的签章不同，被改动的是：${changed.join('、')}`)
  return read.seal.isWhole
    ? partResult('signature', false, '签名不成立：签名值、签章时间或签章的其他内容被改动')
    : partResult('signature', false, '签名涵盖印章，印章被改动，签名随之不成立')
}

function checkCertificate({ certificate, seal }: ReadSealValue, at: Date, lostAt: Date | null): PartResult {
  if (!certificate) return partResult('certificate', false, '签章者证书读不出来，已被改动')
  if (!allowsSigner(seal, certificate))
    return partResult('certificate', false, '不是印章所列的签章者证书，已被改动或替换')
  if (lostAt)
    return partResult('certificate', false, `本协会已声明这份签章密钥自 ${dayOf(lostAt)} 起遗失，没有更早的时间戳证明`)
  const { validFromDate, validToDate } = certificate
  const period = validityText(validFromDate, validToDate)
  if (!isWithin(at, validFromDate, validToDate))
    return partResult('certificate', false, `签章时证书不在有效期内（${period}）`)
  return partResult('certificate', true, `${nameOn(certificate)}，${issuerOf(certificate)} 签发，${period}`)
}

const issuerOf = ({ issuer }: X509Certificate) => /^CN=(.*)$/m.exec(issuer)?.[1] ?? issuer.replaceAll('\n', '，')

function checkDocument({ digest: signed }: ReadSealValue, digest: Buffer | undefined): PartResult {
  if (!digest) return partResult('document', null, '没有提供文件，没有核对')
  return digest.equals(signed)
    ? partResult('document', true, '与签章时逐字节一致')
    : partResult('document', false, '与签章时的不一致：文件在签章以后被改动，或者不是同一份文件')
}

/** `at`: only where the stamp is by a service that is known; anybody can make one of any name. */
async function checkStamp(
  ctx: Checking,
  { stamp, foundStamp, signature }: ForeignSeal,
  { paper }: Registered,
): Promise<{ found: PartResult; at?: Date }> {
  const isOfRegister = paper?.value.signature.equals(signature) ?? false
  if (isOfRegister && !isSame(stamp, paper?.value.stamp))
    return { found: partResult('stamp', false, '时间戳不成立：与登记的不同，被改动、替换或去掉') }
  if (!stamp) return { found: partResult('stamp', null, '签章时间以签章者的时钟为准') }
  if (!foundStamp) return { found: partResult('stamp', false, '时间戳不成立，或者不是为这个签名签发的') }
  if (!isOfRegister && !(await isKnownStamp(ctx, foundStamp)))
    return { found: partResult('stamp', null, '来源未核实，不作为时间依据；签章时间以签章者的时钟为准') }
  const { at, by } = foundStamp
  return { found: partResult('stamp', true, `${minute(iso(at))}，由 ${by} 签发`), at }
}

const isSame = (one: Buffer | undefined, other: Buffer | undefined) =>
  one === undefined || other === undefined ? one === other : one.equals(other)

/** Tolerated clock difference in ms to the time stamp service or the maker of the seal. */
const CLOCK_TOLERANCE_MS = 24 * 60 * 60_000
const isWithin = (at: Date, from: Date, to: Date) => at.getTime() >= from.getTime() - CLOCK_TOLERANCE_MS && at <= to

/** Paper and seal in the register, used to name what was changed. */
type Registered = { paper?: RegisteredPaper; seal?: Buffer }

/** Finds the registered paper; when the signed hash was changed, by the document that came with it. */
async function registeredFor(
  ctx: Pick<Ctx, 'db'>,
  { digest: signed, seal }: ReadSealValue,
  digest: Buffer | undefined,
): Promise<Registered> {
  const known = async (one: Buffer | undefined) => one && registeredPaper(ctx, one.toString('hex'))
  const paper = (await known(signed)) ?? (await known(digest))
  const made = paper?.value.seal ?? (await registeredSeal(ctx, seal))
  return { ...(paper && { paper }), ...(made && { seal: made }) }
}

/** Names the parts of a seal that differ from the registered one. */
function sealDifferences({ seal, sealBytes }: ReadSealValue, registered: Buffer): string[] {
  if (sealBytes.equals(registered)) return []
  const made = readSeal(registered)
  const parts: [string, (of: ElectronicSeal) => string][] = [
    ['印章图片', ({ picture }) => picture.bytes.toString('hex')],
    ['图片的格式与大小', ({ picture: { type, width, height } }) => `${type} ${width} ${height}`],
    ['印章名称', ({ name }) => name],
    ['印章标识', ({ id }) => id],
    ['制作日期与有效期', ({ madeAt, validFrom, validTo }) => [madeAt, validFrom, validTo].map(Number).join()],
    ['签章者证书列表', ({ signers: { are, listed } }) => [are, ...listed.map(one => one.toString('hex'))].join()],
    ['制章者证书', ({ maker }) => maker?.fingerprint256 ?? ''],
  ]
  const changed = parts.filter(([, of]) => of(seal) !== of(made)).map(([name]) => name)
  return changed.length > 0 ? changed : ['制章者的签名值']
}

/** Names the parts of a value, except its seal, that differ from the registered one. */
function valueDifferences(read: ReadSealValue, registered: SealValue): string[] {
  const parts: [string, boolean][] = [
    ['签名值', read.signature.equals(registered.signature)],
    ['签章时间', read.at.getTime() === registered.at.getTime()],
    ['原文杂凑值', read.digest.equals(registered.digest)],
    ['原文属性', read.property === registered.property],
    ['签章者证书', read.certificate?.fingerprint256 === registered.certificate.fingerprint256],
  ]
  return parts.filter(([, isSame]) => !isSame).map(([name]) => name)
}
