import { Link } from 'react-router'
import { Icon } from '#ui/Icon.tsx'
import { Advert } from '#ui/media/Advert.tsx'
import type { Home } from './Home.tsx'
import './rules.css'

/** What visitors come for most, and an advert below it. */
export const QuickLinks = ({ quickLinks, adverts }: Pick<Home, 'quickLinks' | 'adverts'>) => (
  <aside className="rules-side">
    <ul role="list" className="errands">
      {quickLinks.map(({ id, route, icon, name }) => (
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
