import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Site, startApp } from '../support/app.ts'
import { signUp } from '../support/make.ts'

export let site: Site
export let dataDir: string
export let headers: { token: string }

export function setUpUploading() {
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'hangxie-files-'))
    site = await startApp({ env: { DATA_DIR: dataDir } })
    headers = { token: (await signUp(site)).token }
  })
  afterAll(async () => {
    await site.close()
    await rm(dataDir, { recursive: true })
  })
}

export const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
export const bytesOf = async (id: number, query = '') => {
  const response = await site.app.inject({ url: `/api/file/${id}${query}`, headers })
  expect(response.statusCode).toBe(200)
  return response.rawPayload
}
