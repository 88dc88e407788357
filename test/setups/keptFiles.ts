import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { keepFile } from '#modules/files/server/files.ts'
import { type Site, startApp } from '../support/app.ts'
import { signUp } from '../support/make.ts'
import { pdf, upload } from '../support/uploads.ts'

export type Member = { accountId: number; token: string }

export let site: Site
export let dataDir: string
export let member: Member
export let other: Member

export function setUpKeptFiles() {
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'hangxie-files-'))
    site = await startApp({ env: { DATA_DIR: dataDir, FILE_QUOTA_MB: '1' } })
    member = await signUp(site)
    other = await signUp(site)
  })
  afterAll(async () => {
    await site.close()
    await rm(dataDir, { recursive: true })
  })
}

export const keep = (isPublic: boolean) =>
  keepFile(
    { ...site.services, now: new Date() },
    { name: "章程“修订稿”(1)'.pdf", type: 'application/pdf', bytes: Buffer.from('%PDF-1.7'), isPublic },
  )
export const uploaded = async ({ token }: Member, bytes = pdf(), about = {}) => {
  const { data, msg } = await upload(site, bytes, { ...about, headers: { token } })
  if (!data) throw new Error(msg)
  return data.id as number
}
export const get = (id: number, headers: Record<string, string> = {}, query = '') =>
  site.app.inject({ url: `/api/file/${id}${query}`, headers })
