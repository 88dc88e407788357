import { type Address, type Api, inBrowser, onServer, pathId } from '#api/load.ts'
import { columnHead } from '#layouts/head.ts'
import { useColumnCrumbs } from '#layouts/public/columnCrumbs.ts'
import { longDay } from '#lib/dates.ts'
import { PageHead } from '#ui/PageHead.tsx'
import type { Route } from './+types/Newsletter'
import './newsletters.css'

const load = async (api: Api, { params }: Address) => api('GET /newsletter/detail', { id: pathId(params.id) })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const crumbsOf = (issue: { id: number; title: string }) => [
  { name: '简报', route: '/admin/newsletter' },
  { name: issue.title, route: `/admin/newsletter/${issue.id}` },
]

export const meta = (args: Route.MetaArgs) => {
  const issue = args.loaderData
  if (!issue) return []
  return columnHead(args, {
    crumbs: crumbsOf(issue),
    description: issue.content.intro || `${issue.title}，${longDay(issue.publishTime)}发出`,
    kind: '服务',
  })
}

/** One issue as it was sent. */
export default function Newsletter({ loaderData: issue }: Route.ComponentProps) {
  const { title, content, publishTime } = issue
  return (
    <div className="wrap">
      <PageHead crumbs={useColumnCrumbs(crumbsOf(issue))} title={title}>
        {longDay(publishTime)}发出
      </PageHead>
      <div className="newsletter-issue">
        {content.intro && <p>{content.intro}</p>}
        {content.groups.map(({ heading, items }) => (
          <section key={heading} aria-label={heading}>
            <h2>{heading}</h2>
            <ul role="list">
              {items.map(({ title, text, note, path }) => (
                <li key={path}>
                  <a href={path}>{title}</a>
                  {text && <p>{text}</p>}
                  {note && <p>{note}</p>}
                </li>
              ))}
            </ul>
          </section>
        ))}
        <p>
          <a href="/admin/newsletter">其他各期与订阅</a>
        </p>
      </div>
    </div>
  )
}
