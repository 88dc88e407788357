import { Link } from '#ui/router/router.tsx'
import './breadcrumb.css'

/** 当前位置: the way from the home page down to here; the last one is this page. */
export function Breadcrumb({ crumbs }: { crumbs: { name: string; route: string | null }[] }) {
  return (
    <nav className="breadcrumb" aria-label="当前位置">
      <ol role="list">
        {crumbs.map(({ name, route }, i) => (
          <li key={name}>
            {route && i < crumbs.length - 1 ? (
              <Link to={route}>{name}</Link>
            ) : (
              <span aria-current={i === crumbs.length - 1 ? 'page' : undefined}>{name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
