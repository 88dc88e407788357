import { Link } from 'react-router'
import { shortDay } from '#lib/dates.ts'
import { articlePath } from '#modules/content/pages/ArticleRow.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Advert } from '#ui/media/Advert.tsx'
import { Section } from '#ui/Section.tsx'
import type { Home } from './Home.tsx'
import './rules.css'

/** Policies and standards, side by side; forms and an advert beside them. */
export function Rules({ policy, standards, adverts }: Pick<Home, 'policy' | 'standards' | 'adverts'>) {
  return (
    <div className="rules-grid">
      <Section title="政策法规" more={{ to: '/admin/news/list/6', name: '更多政策法规' }}>
        <Documents rows={policy} />
      </Section>
      <Section title="标准化" more={{ to: '/admin/news/list/7', name: '更多标准' }}>
        <Documents rows={standards} />
      </Section>
      <aside className="rules-side">
        <ul role="list" className="errands">
          {ERRANDS.map(({ to, icon, name }) => (
            <li key={to}>
              <Link to={to}>
                <Icon name={icon} size={26} />
                {name}
              </Link>
            </li>
          ))}
        </ul>
        <Advert adverts={adverts} position="P3" />
      </aside>
    </div>
  )
}

const Documents = ({ rows }: { rows: Home['policy'] }) => (
  <ul role="list" className="documents">
    {rows.map(row => (
      <li key={row.id}>
        <Link to={articlePath(row)}>{row.title}</Link>
        <p>
          <span>{row.catalogName}</span>
          <time dateTime={row.publishTime}>{shortDay(row.publishTime)}</time>
        </p>
      </li>
    ))}
  </ul>
)

const ERRANDS = [
  { to: '/admin/news/list-info/3467?pa=26', icon: 'pen', name: '入会申请' },
  { to: '/admin/verify', icon: 'shield', name: '证书查验' },
  { to: '/admin/news/list/26', icon: 'download', name: '表格下载' },
  { to: '/admin/news/info/35', icon: 'phone', name: '联系协会' },
] as const
