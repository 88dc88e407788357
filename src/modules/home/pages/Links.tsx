import type { Home } from './Home.tsx'
import './links.css'

export function Links({ links }: Pick<Home, 'links'>) {
  const groups = [...Map.groupBy(links, link => link.group)]
  return (
    <nav className="wrap friend-links" aria-label="友情链接">
      <h2>友情链接</h2>
      <dl>
        {groups.map(([group, rows]) => (
          <div key={group}>
            <dt>{group}</dt>
            {rows.map(({ id, name, url }) => (
              <dd key={id}>
                <a href={url} target="_blank" rel="noopener noreferrer">
                  {name}
                </a>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </nav>
  )
}
