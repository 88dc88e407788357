import { dayOf } from '#lib/dates.ts'
import type { Db } from '#lib/server/database/db.ts'
import { nameOn } from '#lib/server/documents/signingKey.ts'
import { openEncryption } from '#lib/server/encryption/encryption.ts'
import type { Config } from '#lib/server/process/config.ts'
import { readSeal } from '#lib/server/seals/electronicSeal.ts'
import { readGivenSm2Key } from '#lib/server/seals/sm2Key.ts'
import { openStore } from '#lib/server/storage/store.ts'
import { readGivenSeal, trySeal } from '#modules/signatures/server/seals.ts'
import { warning } from './doctorData.ts'

/**
 * Reports the key and seal used for SM2 sealing. Documents are issued without the seal when it fails, so the fault
 * shows only here.
 */
export async function lookAtSealing({ db, config }: { db: Db; config: Config }) {
  const { seals } = config
  if (!seals) return '没有启用，文件只有 RSA 签名；设 SM2_SEAL=on 后另有国密签章'
  const whose = seals.given
    ? await lookAtGiven(seals.given)
    : '密钥、证书和电子印章自动生成，加密保存在数据库里，到期自动更换'
  const [encryption, store] = await Promise.all([openEncryption(config), openStore(config)])
  if (await trySeal({ db, config, encryption, store, now: new Date() })) return `已启用，试签章成立；${whose}`
  return warning('已启用，但还没有上传印章图片，文件没有国密签章', [
    '在后台“站点设置 → 印章”上传透明底的 PNG 后，新出具的文件开始签章。',
  ])
}

async function lookAtGiven(given: NonNullable<NonNullable<Config['seals']>['given']>): Promise<string> {
  const key = await readGivenSm2Key(given)
  const [certificate] = key.chain
  const seal = given.sealPath ? readSeal(await readGivenSeal(given.sealPath, key)) : undefined
  const ends = [certificate!.validToDate, ...(seal ? [seal.validTo] : [])].sort((a, b) => a.getTime() - b.getTime())
  const said = `${nameOn(certificate!)}的 SM2 证书${seal ? `和电子印章“${seal.name}”` : ''}，有效期至 ${dayOf(ends[0]!)}`
  if (ends[0]! < new Date()) throw new Error(`${said}，已经过期，请更换 SM2_KEY、SM2_CERTIFICATE 和 SM2_SEAL_DATA`)
  return said
}
