import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#lib/server/process/config.ts'
import { makeSm2Pems } from '#lib/server/seals/sm2Key.ts'
import { readGroup, writeSetting } from '#modules/settings/server/settings.ts'
import { electronicSeal, signingKey } from '#modules/signatures/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { lookAtSealing } from './doctorSeal.ts'

setUpSite({ demo: true })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-'))
})
afterAll(() => rm(folder, { recursive: true }))

const look = (env: Record<string, string> = { SM2_SEAL: 'on' }) => {
  const { db, config } = site.services
  return lookAtSealing({ db, config: { ...config, seals: readConfig(env).seals } })
}
const keptOf = async () => {
  const { db } = site.services
  return [await db.$count(signingKey), await db.$count(electronicSeal)]
}

test('whether papers are sealed by SM2 is said: off, or on and tried; what is tried leaves nothing behind', async () => {
  expect(await look({})).toMatch(/^没有启用/)
  const before = await keptOf()
  expect(await look()).toMatch(/^已启用，试签章成立；密钥、证书和电子印章自动生成/)
  expect(await keptOf()).toEqual(before)
})

test('a picture that is missing is named, and how it is mended', async () => {
  const own = await readGroup(site.ctx(), 'seal')
  await writeSetting(site.ctx(), 'seal', { file: null })
  expect(await look()).toMatchObject({
    warning: '已启用，但还没有上传印章图片，文件没有国密签章',
    steps: [expect.stringContaining('站点设置 → 印章')],
  })
  await writeSetting(site.ctx(), 'seal', own)
  expect(await look()).toMatch(/^已启用/)
})

test('keys of the operator’s own are tried, too: whose they are and until when, or what is wrong with them', async () => {
  const [SM2_KEY, SM2_CERTIFICATE] = ['key', 'certificate'].map(name => join(folder, name)) as [string, string]
  const given = { SM2_SEAL: 'on', SM2_KEY, SM2_CERTIFICATE }
  await expect(look(given)).rejects.toThrow(SM2_KEY)
  const keep = async (now: Date) => {
    const pems = await makeSm2Pems('示例协会', now)
    await writeFile(SM2_KEY, pems.key)
    await writeFile(SM2_CERTIFICATE, pems.certificates)
  }
  await keep(new Date())
  expect(await look(given)).toMatch(/^已启用，试签章成立；示例协会的 SM2 证书，有效期至 \d{4}-\d\d-\d\d$/)
  await keep(new Date('2001-01-01'))
  await expect(look(given)).rejects.toThrow('已经过期，请更换 SM2_KEY')
  await writeFile(SM2_CERTIFICATE, (await makeSm2Pems('示例协会', new Date())).certificates)
  await expect(look(given)).rejects.toThrow('证书与私钥不是一对')
})
