import { type Address, type Api, inBrowser, onServer, pathId } from '#api/load.ts'
import { head, type SiteConfig } from '#layouts/head.ts'
import { usePlace } from '#layouts/public/shell.ts'
import { FileList } from '#ui/file/FileList.tsx'
import { Place } from '#ui/map/Place.tsx'
import { ReadAloudButton } from '#ui/media/readAloud/ReadAloudButton.tsx'
import { Prose } from '#ui/richText/Prose.tsx'
import { useRouteLoaderData } from '#ui/router/router.tsx'
import type { Route } from './+types/NewsInfo'
import { Column } from './Column.tsx'
import './article.css'
import { Day } from '#ui/Day.tsx'

const load = async (api: Api, { params }: Address) => {
  const catalogId = pathId(params.catalogId)
  const [page, column] = await Promise.all([api('GET /catalog/b', { catalogId }), api('GET /catalog/2', { catalogId })])
  return { page, column }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const meta = (args: Route.MetaArgs) => {
  const page = args.loaderData?.page
  if (!page) return []
  return head(args, {
    name: page.name,
    description: page.seo.description,
    keywords: page.seo.keywords,
    breadcrumb: page.breadcrumb,
    tags: { ColumnName: page.name, ColumnDescription: page.seo.description },
  })
}

export default function NewsInfo({ loaderData: { page, column } }: Route.ComponentProps) {
  const { association, tiandituKey } = useRouteLoaderData<SiteConfig>('root')!
  // The page that says how to reach the association shows where that is.
  const isContact = usePlace('contact') === `/admin/news/info/${page.catalogId}`
  return (
    <Column column={column} crumbs={page.breadcrumb}>
      <article className="article">
        <header>
          <h1>{page.name}</h1>
          <ul className="article-about" role="list">
            <li>
              更新于 <Day of={page.updateTime} />
            </li>
            <li>
              <ReadAloudButton />
            </li>
          </ul>
        </header>
        {isContact && <Place {...association} tiandituKey={tiandituKey} />}
        <Prose html={page.content} />
        <FileList files={page.files} />
      </article>
    </Column>
  )
}
