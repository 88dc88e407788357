import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import './empty.css'
import { keepTogether } from './keepTogether.tsx'

export function Empty({ title, children, icon = 'file' }: { title: string; children?: ReactNode; icon?: IconName }) {
  return (
    <div className="empty">
      <Icon name={icon} size={44} />
      <p className="empty-title">{keepTogether(title)}</p>
      {children}
    </div>
  )
}
