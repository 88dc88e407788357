import { useEffect, useState } from 'react'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/router/router.tsx'
import { Account } from './account/Account.tsx'
import { Emblem } from './Emblem.tsx'
import type { Association } from './Footer.tsx'
import { HeaderMenu } from './HeaderMenu.tsx'
import type { Menu } from './menu.ts'
import { ElderButton, Reading } from './reading/Reading.tsx'
import { SearchBox } from './SearchBox.tsx'
import './header.css'

const COMPACT_AFTER = 100

export function Header({ association, menu, demo }: { association: Association; menu: Menu; demo: boolean }) {
  const compact = useScrolledPast(COMPACT_AFTER)
  return (
    <header className="header" data-compact={compact || undefined}>
      {demo && (
        <p className="header-demo">
          演示数据 <span>本站内容、单位与人员均为虚构，仅供体验</span>
        </p>
      )}
      <div className="header-brand wrap">
        <Link className="brand" to="/admin/home">
          {association.logo ? <img src={association.logo} alt="" width="56" height="56" /> : <Emblem size={56} />}
          <span className="brand-names">
            <span className="brand-name">{association.name}</span>
            <span className="brand-short">{association.shortName}</span>
            <span className="brand-en" lang="en">
              {association.nameEn}
            </span>
            <span className="hidden-text">首页</span>
          </span>
        </Link>
        <div className="header-tools">
          <Reading />
          <Account />
          <SearchBox />
        </div>
        <ElderButton />
        <Link className="header-search-link" to="/admin/home/search" aria-label="全站搜索">
          <Icon name="search" size={24} />
        </Link>
        <HeaderMenu menu={menu} />
      </div>
    </header>
  )
}

function useScrolledPast(limit: number) {
  const [past, setPast] = useState(false)
  useEffect(() => {
    const look = () => setPast(scrollY > limit)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [limit])
  return past
}
