import { type Address, type Api, onServer } from '#api/load.ts'
import { notFound } from '#lib/error.ts'
import { answerXml, xml } from '#lib/xml.ts'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** `/sitemap.xml`: all addresses, or where its parts are when they are too many; `/sitemap-2.xml`: one part. None of a trial. */
const load = async (api: Api, { params }: Address) => {
  const { publicUrl, trial } = await api('GET /config/public', {})
  if (trial) throw notFound()
  const { parts, list } = await api('GET /sitemap', { part: partOf(params.file) })
  if (list.length === 0) return answerXml(indexOf(publicUrl, parts))
  const urls = list.map(({ path, changeTime }) => {
    const changed = changeTime ? xml`<lastmod>${changeTime}</lastmod>` : ''
    return xml`<url><loc>${publicUrl + path}</loc>${changed}</url>\n`
  })
  return answerXml(xml`<urlset xmlns="${NAMESPACE}">\n${urls}</urlset>`)
}
export const loader = onServer(load)

function partOf(file: string | undefined) {
  if (file === undefined) return undefined
  const [, part] = /^sitemap-([1-9]\d{0,3})$/.exec(file) ?? []
  if (!part) throw notFound()
  return part
}

function indexOf(publicUrl: string, parts: number) {
  const maps = Array.from(
    { length: parts },
    (_, i) => xml`<sitemap><loc>${publicUrl}/sitemap-${i + 1}.xml</loc></sitemap>\n`,
  )
  return xml`<sitemapindex xmlns="${NAMESPACE}">\n${maps}</sitemapindex>`
}
