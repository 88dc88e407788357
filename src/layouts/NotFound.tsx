import { onServer } from '#api/load.ts'
import { notFound } from '#lib/error.ts'
import { entryPath, MenuLink } from '#ui/MenuLink.tsx'
import { Form, Link, useLocation, useRouteLoaderData } from '#ui/router/router.tsx'
import type { SiteConfig } from './head.ts'
import { likelyPages } from './likelyPages.ts'
import type { Menu } from './public/menu.ts'
import { SEARCH } from './public/SearchBox.tsx'
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
  const { pathname } = useLocation()
  const menu = useRouteLoaderData<{ menu: Menu }>('layouts/Public')?.menu ?? []
  const likely = likelyPages(
    pathname,
    menu.flatMap(({ list, ...entry }) => [entry, ...list]),
    entryPath,
  )
  return (
    <div className="not-found">
      <p className="not-found-code" aria-hidden="true">
        404
      </p>
      <h1>{title || '抱歉，您访问的页面不存在'}</h1>
      {!title && <p lang="en">Sorry, the page you visited does not exist</p>}
      <p className="not-found-text">{text || '网址可能有误，或者内容已经下线。您可以在下面查找，或者回到首页。'}</p>
      <Form className="not-found-search" role="search" aria-label="查找内容" action={SEARCH}>
        <input className="text-input" name="key" aria-label="要找什么" maxLength={50} required />
        <button type="submit" className="button primary">
          查找
        </button>
      </Form>
      {likely.length > 0 && (
        <nav aria-label="可能要找的页面">
          <p>您要找的也许是：</p>
          <ul role="list" className="not-found-links">
            {likely.map(entry => (
              <li key={entry.catalogId}>
                <MenuLink entry={entry} />
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Link className="button" to="/admin/home">
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
