import type { ApiContract } from '#api/contract.ts'
import type { Api } from '#api/load.ts'
import type { Output } from '#lib/contract.ts'

type Listed = Output<ApiContract['GET /cms/index/noLogin/block']>[number]
type Kind = Listed['kind']
export type Home = Awaited<ReturnType<typeof load>>
export type Block = Home['blocks'][number]

/** Its blocks first, then what these show, and nothing else. */
export const load = async (api: Api) => {
  const blocks = await api('GET /cms/index/noLogin/block', {})
  const find = (...kinds: Kind[]) => blocks.find(({ kind }) => kinds.includes(kind))
  const articlesOf = ({ catalogId, rows }: Listed) =>
    catalogId && rows
      ? api('GET /catalog/a', { catalogId, pageSize: rows }).then(
          page => page.list,
          () => [], // It has been hidden since; the rest of the page stands.
        )
      : []
  const courses = find('courses')
  const [articles, banners, partyBanners, figures, training, persons, qualifications, joined, members, adverts, links] =
    await Promise.all([
      Promise.all(blocks.map(articlesOf)),
      find('news') ? api('GET /cms/index/noLogin/banner', {}) : [],
      find('party') ? api('GET /cms/index/noLogin/banner/party', {}) : [],
      find('figures') ? api('GET /cms/index/noLogin/num/num', {}) : null,
      courses ? api('GET /app/training/list', { pageSize: courses.rows ?? undefined }) : null,
      find('personRoll') ? api('GET /app/publicity/person/top30', {}) : [],
      find('qualificationRoll') ? api('GET /app/publicity/qualification/top30', {}) : [],
      find('memberRoll') ? api('GET /app/publicity/member/top30', {}) : [],
      find('faces') ? api('GET /app/publicity/member/list', { pageSize: 12 }) : null,
      find('news', 'advert', 'quickLinks') ? api('GET /cms/index/noLogin/adverti', {}) : [],
      find('links') ? api('GET /cms/index/noLogin/link', {}) : [],
    ])
  return {
    blocks: blocks.map((block, i) => ({ ...block, articles: articles[i]! })),
    banners,
    partyBanners,
    figures,
    courses: training?.list ?? [],
    persons,
    qualifications,
    joined,
    members: members?.list ?? [],
    adverts,
    links,
  }
}
