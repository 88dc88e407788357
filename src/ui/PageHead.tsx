import type { ReactNode } from 'react'
import { Breadcrumb } from './Breadcrumb.tsx'
import './pageHead.css'

type Props = { crumbs: { name: string; route: string | null }[]; title: string; children?: ReactNode }

/** The beginning of a page that is not part of a column: where one is, what this is, one sentence on what it is good for. */
export function PageHead({ crumbs, title, children }: Props) {
  return (
    <header className="page-head">
      <Breadcrumb crumbs={[{ name: '首页', route: '/admin/home' }, ...crumbs]} />
      <h1>{title}</h1>
      {children && <p>{children}</p>}
    </header>
  )
}
