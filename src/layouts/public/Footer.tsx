import { useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { formatPhone, telAddress } from '#lib/form/phone.ts'
import { Icon } from '#ui/Icon.tsx'
import { MenuLink } from '#ui/MenuLink.tsx'
import { Link } from '#ui/router/router.tsx'
import type { SiteConfig } from '../head.ts'
import type { Menu } from './menu.ts'
import './footer.css'

export type Association = Output<ApiContract['GET /config/public']>['association']

const MIIT = 'https://beian.miit.gov.cn/'
const policeUrl = (filing: string) => `https://beian.mps.gov.cn/#/query/webSearch?code=${filing.replace(/\D/g, '')}`

type Props = { association: Association; menu: Menu; texts: SiteConfig['texts']['footer']; hasSitemap: boolean }

/** The columns (what is in each when it is asked for), how to reach the association, and the filings that the law wants on every page. */
export function Footer({ association, menu, texts, hasSitemap }: Props) {
  const [isOpen, setOpen] = useState(false)
  const columns = menu.filter(entry => entry.list.length > 0)
  return (
    <footer className="footer">
      <div className="wrap footer-grid">
        <section className="footer-contact" aria-label="联系方式">
          <p className="footer-name">{association.name}</p>
          <ul role="list">
            {association.address && (
              <li>
                <Icon name="pin" size={16} /> {`${association.address} ${association.postcode}`}
              </li>
            )}
            {association.phone && (
              <li>
                <Icon name="phone" size={16} />{' '}
                <a href={telAddress(association.phone)}>{formatPhone(association.phone)}</a>
              </li>
            )}
            {association.email && (
              <li>
                <Icon name="mail" size={16} /> <a href={`mailto:${association.email}`}>{association.email}</a>
              </li>
            )}
          </ul>
          {texts.note && <p className="footer-note">{texts.note}</p>}
        </section>
        <nav className="footer-columns" aria-label="栏目">
          <ul>
            {columns.map(column => (
              <li key={column.catalogId}>
                <MenuLink entry={column} />
              </li>
            ))}
          </ul>
        </nav>
        <button
          type="button"
          className="footer-unfold"
          aria-expanded={isOpen}
          aria-controls="footer-map"
          onClick={() => setOpen(!isOpen)}
        >
          全部栏目 <Icon name={isOpen ? 'up' : 'down'} size={18} />
        </button>
        <nav id="footer-map" className="footer-map" data-open={isOpen || undefined} aria-label="网站地图">
          {columns.map(column => (
            <section key={column.catalogId}>
              <p>{column.name}</p>
              <ul>
                {column.list.map(entry => (
                  <li key={entry.catalogId}>
                    <MenuLink entry={entry} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
      </div>
      <div className="footer-legal">
        <ul role="list" className="wrap">
          <li suppressHydrationWarning>
            {`© ${association.foundedYear}–${dayOf(new Date()).slice(0, 4)} ${association.name} 版权所有`}
          </li>
          {association.icp && (
            <li>
              <a href={MIIT} target="_blank" rel="noreferrer">
                {association.icp}
              </a>
            </li>
          )}
          {association.police && (
            <li>
              <a href={policeUrl(association.police)} target="_blank" rel="noreferrer">
                <Icon name="shield" size={16} /> {association.police}
              </a>
            </li>
          )}
          {texts.links.map(({ name, url }) => (
            <li key={`${name} ${url}`}>
              {url.startsWith('/') ? (
                <Link to={url}>{name}</Link>
              ) : (
                <a href={url} target="_blank" rel="noreferrer">
                  {name}
                </a>
              )}
            </li>
          ))}
          <li>
            <Link to="/admin/home/search">全站搜索</Link>
          </li>
          {hasSitemap && (
            <li>
              <a href="/sitemap.xml">网站地图（XML）</a>
            </li>
          )}
        </ul>
      </div>
    </footer>
  )
}
