import { Link } from 'react-router'
import { Icon } from '#ui/Icon.tsx'
import { Advert } from '#ui/media/Advert.tsx'
import type { QuickLink } from './arrange.ts'
import type { Home } from './loadHome.ts'
import './rules.css'

/** What visitors come for most, and an advert below it. */
export const QuickLinks = ({ links, adverts }: Pick<Home, 'adverts'> & { links: QuickLink[] }) => (
  <aside className="rules-side">
    <ul role="list" className="errands">
      {links.map(({ id, route, icon, name }) => (
        <li key={id}>
          <Link to={route!}>
            <Icon name={icon} size={26} />
            {name}
          </Link>
        </li>
      ))}
    </ul>
    <Advert adverts={adverts} position="P3" />
  </aside>
)
