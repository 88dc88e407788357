import { type Address, type Api, onServer, pathId } from '#api/load.ts'
import { notFound } from '#lib/error.ts'
import { answerXml, xml } from '#lib/xml.ts'

const MAX_ITEMS = 20

/** A column as RSS 2.0. */
const load = async (api: Api, { params, path }: Address) => {
  const catalogId = pathId(params.catalogId)
  const [{ publicUrl, association }, { current }, seo, page] = await Promise.all([
    api('GET /config/public', {}),
    api('GET /catalog/2', { catalogId }),
    api('GET /catalog/seo', { catalogId }),
    // Fetches more than needed, because pinned articles come first regardless of age.
    api('GET /catalog/a', { catalogId, pageSize: 100 }),
  ])
  if (current.catalogType !== '列表') throw notFound('栏目不存在或已下线')
  const newest = page.list.sort((a, b) => b.publishTime.localeCompare(a.publishTime)).slice(0, MAX_ITEMS)
  const items = newest.map(row => {
    const link = `${publicUrl}/admin/news/list-info/${row.id}`
    return xml`<item>
<title>${row.title}</title>
<link>${link}</link>
<guid isPermaLink="true">${link}</guid>
<pubDate>${httpDate(row.publishTime)}</pubDate>
<category>${row.catalogName}</category>
<description>${row.summary}</description>
</item>
`
  })
  const changed = newest[0] ? xml`<lastBuildDate>${httpDate(newest[0].publishTime)}</lastBuildDate>\n` : ''
  return answerXml(
    xml`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${current.name} - ${association.name}</title>
<link>${publicUrl}/admin/news/list/${catalogId}</link>
<description>${seo.description || `${association.name}“${current.name}”栏目的最新内容`}</description>
<language>zh-cn</language>
<atom:link href="${publicUrl + path}" rel="self" type="application/rss+xml"/>
${changed}<ttl>60</ttl>
${items}</channel>
</rss>`,
    'application/rss+xml',
  )
}
export const loader = onServer(load)

const httpDate = (time: string) => new Date(time).toUTCString()
