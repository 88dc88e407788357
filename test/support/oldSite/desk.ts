import type { Site } from '../app.ts'
import { putFile, staffSession } from '../make.ts'
import { until } from '../site.ts'
import { zip } from '../uploads.ts'
import { newsRule } from './pages.ts'

type Rules = Record<string, string>[]
type Options = { catalogueId?: number | null; byPath?: { paths: string; catalogueId: number }[]; publish?: boolean }

/** A staff member who imports an old site. */
export async function oldSiteDesk(site: Site, userName: string) {
  const headers = { ...(await staffSession(site, userName)), 'sec-fetch-site': 'same-origin' }
  const api = site.as({ cookie: headers.cookie })
  const item = async (id: number) => (await api.get('/staff/old-site/item', { id })).data
  const settled = (id: number) =>
    until(async () => {
      const found = await item(id)
      return !['reading', 'checking', 'running'].includes(found.state) && found
    }, 240_000)
  const must = async (path: string, body: object) => {
    const { code, msg, data } = await api.post(path, body)
    if (code !== 200) throw new Error(`${path}: ${msg}`)
    return data
  }
  const begin = async (bytes: Buffer, name = '旧网站.zip') => {
    const { id } = await must('/staff/old-site/begin', { fileId: await putFile(site, headers, name, bytes, 'oldSite') })
    return settled(id)
  }
  const check = async (id: number, rules: Rules, options: Options) => {
    await must('/staff/old-site/check', { id, rules, options })
    return settled(id)
  }
  const start = async (id: number) => {
    await must('/staff/old-site/start', { id })
    return settled(id)
  }
  const pages = async (id: number, show?: string) => {
    const all = []
    for (let pageNum = 1; ; pageNum++) {
      const { list, pages } = (
        await api.get('/staff/old-site/pages', { id, ...(show && { show }), pageNum, pageSize: 100 })
      ).data
      all.push(...list)
      if (pageNum >= pages) return all
    }
  }
  /** Imports all parts into one column with one rule by default. */
  const importAll = async (parts: Record<string, Buffer>, options: Options = {}, rules: Rules = [newsRule]) => {
    const { id } = await begin(zip(parts))
    const checked = await check(id, rules, { catalogueId: 21, ...options })
    return checked.canStart ? start(id) : checked
  }
  const upload = (bytes: Buffer, name = '旧网站.zip') => putFile(site, headers, name, bytes, 'oldSite')
  return { ...api, headers, item, settled, must, begin, check, start, pages, upload, importAll }
}
