import type { Block, Home } from './Home.tsx'
import './links.css'

export function Links({ block, links }: Pick<Home, 'links'> & { block: Block }) {
  const groups = [...Map.groupBy(links, link => link.group)]
  return (
    <nav className="wrap friend-links" aria-label={block.heading}>
      <h2>{block.heading}</h2>
      <dl>
        {groups.map(([group, rows]) => (
          <div key={group}>
            <dt>{group}</dt>
            {rows.map(({ id, name, url }) => (
              <dd key={id}>
                <a href={url} target="_blank" rel="noreferrer">
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
