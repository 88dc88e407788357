import type { ReactNode } from 'react'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { Breadcrumb } from '#ui/Breadcrumb.tsx'
import { MenuLink } from '#ui/MenuLink.tsx'
import { Advert, type RunningAdvert } from '#ui/media/Advert.tsx'
import './column.css'

type Props = {
  column: Output<ApiContract['GET /catalog/2']>
  crumbs: { name: string; route: string | null }[]
  adverts?: RunningAdvert[]
  children: ReactNode
}

/** The frame of a column: where one is, its neighbours at the side (above, on narrow screens), the content. */
export function Column({ column: { parent, list }, crumbs, adverts = [], children }: Props) {
  return (
    <div className="wrap">
      <Breadcrumb crumbs={crumbs} />
      <div className="column-grid" data-alone={list.length === 0 || undefined}>
        {list.length > 0 && (
          <nav className="column-menu" aria-label={`${parent.name}栏目`}>
            <p>{parent.name}</p>
            <ul role="list">
              {list.map(({ active, ...entry }) => (
                <li key={entry.catalogId} data-active={active || undefined}>
                  <MenuLink entry={entry} />
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className="column-main">{children}</div>
        <div className="column-advert">
          <Advert adverts={adverts} position="P4" />
        </div>
      </div>
    </div>
  )
}
