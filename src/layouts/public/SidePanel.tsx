import { useId, useState } from 'react'
import { Link } from 'react-router'
import { Icon } from '#ui/Icon.tsx'
import type { Association } from './Footer.tsx'
import './sidePanel.css'

/** Four ways that visitors ask for most; only beside the page, from 1600 px. */
export function SidePanel({ qr }: Pick<Association, 'qr'>) {
  return (
    <aside className="side-panel" aria-label="快捷服务">
      <Link to="/admin/news/list-info/3467?pa=26">
        <Icon name="pen" size={24} />
        入会申请
      </Link>
      <Link to="/admin/news/info/35">
        <Icon name="phone" size={24} />
        联系我们
      </Link>
      <Wechat qr={qr} />
      <Link to="/admin/news/list/26">
        <Icon name="download" size={24} />
        下载专区
      </Link>
    </aside>
  )
}

function Wechat({ qr }: Pick<Association, 'qr'>) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer opens what the button opens too
    <div
      className="wechat"
      data-open={open || undefined}
      // A finger taps the button and hovers nowhere: what it enters would open, and its tap then close.
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpen(false)}
      onKeyDown={event => event.key === 'Escape' && setOpen(false)}
    >
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <Icon name="chat" size={24} />
        官方微信
      </button>
      <div className="wechat-popover" id={id}>
        {qr.map(({ name, imgUrl }) => (
          <figure key={name}>
            <img src={imgUrl} alt={`${name}二维码，用手机扫描关注`} width="132" height="132" loading="lazy" />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
    </div>
  )
}
