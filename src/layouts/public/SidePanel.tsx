import { useId, useState } from 'react'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/router/router.tsx'
import type { Association } from './Footer.tsx'
import type { Navigation } from './shell.ts'
import './sidePanel.css'

type QuickLink = Navigation['links'][number]
type Props = Pick<Association, 'qr'> & { links: QuickLink[] }

/** The ways that visitors ask for most; only beside the page, from 1600 px. */
export function SidePanel({ links, qr }: Props) {
  const here = links.filter(({ shownIn }) => shownIn === 'side')
  if (here.length === 0) return null
  return (
    <aside className="side-panel" aria-label="快捷服务">
      {here.map(link =>
        link.route ? (
          <Link key={link.id} to={link.route}>
            <Icon name={link.icon} size={24} />
            {link.name}
          </Link>
        ) : (
          <Wechat key={link.id} link={link} qr={qr} />
        ),
      )}
    </aside>
  )
}

function Wechat({ link, qr }: Pick<Association, 'qr'> & { link: QuickLink }) {
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
        <Icon name={link.icon} size={24} />
        {link.name}
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
