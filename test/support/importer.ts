import type { Site } from './app.ts'
import { putFile, staffSession } from './make.ts'
import { until } from './site.ts'

/** A staff member with the helpers for imports. */
export async function importer(site: Site, userName: string) {
  const headers = { ...(await staffSession(site, userName)), 'sec-fetch-site': 'same-origin' }
  const api = site.as({ cookie: headers.cookie })
  const download = async (path: string, query: Record<string, string | number>) => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const response = await site.app.inject({ method: 'GET', url: `/api${path}?${search}`, headers })
    if (!response.headers['content-disposition']) throw new Error(response.json().msg)
    return response.rawPayload
  }
  const upload = (bytes: Buffer, name = '名单.xlsx'): Promise<number> => putFile(site, headers, name, bytes, 'import')
  const settled = (id: number) =>
    until(async () => {
      const { data } = await api.get('/staff/import/item', { id })
      return data.status !== 'parsing' && data.status !== 'running' && data
    })
  const check = async (kind: string, bytes: Buffer, more: object = {}, name?: string) => {
    const { data, msg } = await api.post('/staff/import/check', { kind, fileId: await upload(bytes, name), ...more })
    if (!data) throw new Error(msg)
    return settled(data.id)
  }
  const start = async (id: number, rows: 'good' | 'all' = 'good') => {
    const { code, msg } = await api.post('/staff/import/start', { id, rows })
    if (code !== 200) throw new Error(`${msg}：${(await api.get('/staff/import/item', { id })).data.reason}`)
    return settled(id)
  }
  const faults = async (id: number) => (await api.get('/staff/import/faults', { id, pageSize: 100 })).data.list
  return { ...api, download, upload, check, start, faults, settled }
}
