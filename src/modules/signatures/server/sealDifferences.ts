import type { Ctx } from '#lib/server/api/context.ts'
import { type ElectronicSeal, readSeal } from '#lib/server/seals/electronicSeal.ts'
import type { ReadSealValue, SealValue } from '#lib/server/seals/sealSignature.ts'
import { type RegisteredPaper, registeredPaper } from './sealing.ts'
import { registeredSeal } from './seals.ts'

/** What the register knows of the paper and of the seal; by it is named what was changed. */
export type Registered = { paper?: RegisteredPaper; seal?: Buffer }

/** Of a value whose hash was changed the paper that came with it is still known. */
export async function registeredFor(
  ctx: Pick<Ctx, 'db'>,
  { digest: signed, seal }: ReadSealValue,
  digest: Buffer | undefined,
): Promise<Registered> {
  const known = async (one: Buffer | undefined) => one && registeredPaper(ctx, one.toString('hex'))
  const paper = (await known(signed)) ?? (await known(digest))
  const made = paper?.value.seal ?? (await registeredSeal(ctx, seal))
  return { ...(paper && { paper }), ...(made && { seal: made }) }
}

/** Which parts of a seal are not as they were made. */
export function sealDifferences({ seal, sealBytes }: ReadSealValue, registered: Buffer): string[] {
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

/** Which parts of a value, but for its seal, are not as they were signed. */
export function valueDifferences(read: ReadSealValue, registered: SealValue): string[] {
  const parts: [string, boolean][] = [
    ['签名值', read.signature.equals(registered.signature)],
    ['签章时间', read.at.getTime() === registered.at.getTime()],
    ['原文杂凑值', read.digest.equals(registered.digest)],
    ['原文属性', read.property === registered.property],
    ['签章者证书', read.certificate?.fingerprint256 === registered.certificate.fingerprint256],
  ]
  return parts.filter(([, isSame]) => !isSame).map(([name]) => name)
}
