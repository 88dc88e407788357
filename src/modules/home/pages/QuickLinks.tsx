import { Icon } from '#ui/Icon.tsx'
import { Advert } from '#ui/media/Advert.tsx'
import type { Home } from './Home.tsx'
import './rules.css'

/** The ways that most want, and an advert below them. */
export const QuickLinks = ({ quickLinks, adverts }: Pick<Home, 'quickLinks' | 'adverts'>) => (
  <aside className="rules-side">
    <Errands quickLinks={quickLinks} />
    <Advert adverts={adverts} position="P3" />
  </aside>
)

/** What visitors come for most. */
export const Errands = ({ quickLinks }: Pick<Home, 'quickLinks'>) => (
  <ul role="list" className="errands">
    {quickLinks.map(({ id, route, icon, name }) => (
      <li key={id}>
        <a href={route!}>
          <Icon name={icon} size={26} />
          {name}
        </a>
      </li>
    ))}
  </ul>
)
