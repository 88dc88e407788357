import { useEffect, useState } from 'react'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/router/router.tsx'
import './announcements.css'

type Line = { id: number; text: string; linkUrl: string | null; level: 'info' | 'urgent' }

const KEY = 'announcements'

/** 公告条, until the visitor closes it for this session. */
export function Announcements({ lines }: { lines: Line[] }) {
  const [closed, close] = useState<number[]>([])
  useEffect(() => close(JSON.parse(sessionStorage.getItem(KEY) ?? '[]')), [])
  const shut = (id: number) => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify([...closed, id]))
    } catch {
      // A full storage: it is closed on this page.
    }
    close([...closed, id])
  }
  return lines
    .filter(({ id }) => !closed.includes(id))
    .map(line => <Announcement key={line.id} of={line} close={() => shut(line.id)} />)
}

export const Announcement = ({ of: { text, linkUrl, level }, close }: { of: Line; close?: () => void }) => (
  <div className="announcement" data-level={level} role="status">
    <p>
      {level === 'urgent' && <b>紧急 </b>}
      {linkUrl ? <Link to={linkUrl}>{text}</Link> : text}
    </p>
    {close && (
      <button type="button" aria-label="关闭公告" onClick={close}>
        <Icon name="close" size={16} />
      </button>
    )}
  </div>
)
