import { onServer } from '#api/load.ts'
import { notFound } from '#lib/error.ts'
import { Link, useRouteLoaderData } from '#ui/router/router.tsx'
import type { SiteConfig } from './head.ts'
import './NotFound.css'

const load = async () => {
  throw notFound()
}
/** An unknown address answers HTTP 404; `/404` is where the browser is sent, and says the same. */
export const loader = onServer(load)
export const clientLoader = async () => null

export default function NotFoundPage() {
  return <NotFound />
}

export function NotFound() {
  const { title, text, links } = useRouteLoaderData<SiteConfig>('root')?.texts.notFound ?? {
    title: '',
    text: '',
    links: [],
  }
  return (
    <div className="not-found">
      <p className="not-found-code" aria-hidden="true">
        404
      </p>
      <h1>{title || '抱歉，您访问的页面不存在'}</h1>
      {!title && <p lang="en">Sorry, the page you visited does not exist</p>}
      <p className="not-found-text">
        {text || '网址可能有误，或者内容已经下线。您可以用上方的全站搜索查找，或者回到首页。'}
      </p>
      <Link className="button primary" to="/admin/home">
        返回首页
      </Link>
      {links.length > 0 && (
        <ul role="list" className="not-found-links">
          {links.map(({ name, url }) => (
            <li key={`${name} ${url}`}>
              <Link to={url}>{name}</Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
