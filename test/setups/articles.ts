import { eq } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { asStaff, staffWith } from '../support/make.ts'
import { setUpSite, site } from './site.ts'

type Api = Awaited<ReturnType<typeof asStaff>>
export let writer: Api
export let editor: Api

export function setUpArticles() {
  setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '10000' } })
  beforeAll(async () => {
    writer = await asStaff(site, await staffWith(site, ['writer']))
    editor = await asStaff(site, 'editor')
  })
}

/** A text with all that publishing asks for. */
export const text = (title: string, more = {}) => ({
  catalogId: 43,
  title,
  content: `<p>${title}的正文。</p>`,
  summary: '摘要',
  source: '本会',
  keywords: '招标，采购',
  ...more,
})

export async function write(api: Api, values: object = {}, more = {}): Promise<number> {
  const { data } = await api.post('/staff/article/create', {})
  const saved = await api.post('/staff/article/save', { id: data.id, version: 1, values, ...more })
  if (saved.code !== 200) throw new Error(saved.msg)
  return data.id
}
export const detail = async (api: Api, id: number) => (await api.get('/staff/article/detail', { id })).data
export const act = (api: Api, name: string, id: number, more = {}) =>
  api.post(`/staff/article/${name}`, { id, ...more })
export const shown = (id: number) => site.get('/catalog/a/info', { id })
export const linesOf = async (id: number) =>
  (await site.services.db.select().from(auditEvent).where(eq(auditEvent.objectId, id)).orderBy(auditEvent.id))
    .filter(({ objectType }) => objectType === 'article')
    .map(({ action }) => action)

export async function upload(cookie: string, name = '现场.png'): Promise<number> {
  const form = new FormData()
  form.append('use', 'picture')
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  form.append('file', new Blob([png]), name)
  const body = new Response(form)
  const response = await site.app.inject({
    method: 'POST',
    url: '/api/file/upload',
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': body.headers.get('content-type')! },
    payload: Buffer.from(await body.arrayBuffer()),
  })
  if (response.json().code !== 200) throw new Error(response.json().msg)
  return response.json().data.id
}
