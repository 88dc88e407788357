import Link from 'next/link'
import { menu } from '../lib/data'

export const dynamic = 'force-dynamic'
export const metadata = { title: '协会' }

export default async function Layout({ children }) {
  const entries = await menu()
  return (
    <html lang="zh-CN">
      <body>
        <header>
          <Menu entries={entries} name="主导航" />
        </header>
        <main>{children}</main>
        <footer>
          <Menu entries={entries} name="网站地图" />
        </footer>
      </body>
    </html>
  )
}

const Menu = ({ entries, name }) => (
  <nav aria-label={name}>
    {entries.map(entry => (
      <section key={entry.id}>
        <h2>{entry.name}</h2>
        <ul>
          {entry.list.map(child => (
            <li key={child.id}>
              <Link href={child.path ?? `/list/${child.id}`}>{child.name}</Link>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </nav>
)
