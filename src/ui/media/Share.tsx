import { useState } from 'react'
import { announce } from '#api/session.ts'
import { Icon } from '../Icon.tsx'
import './share.css'

/** Copy the address, its QR code for a phone, print; and the phone's own sharing where there is one. */
export function Share({ title, url }: { title: string; url: string }) {
  const [qr, setQr] = useState<string>()
  const toggleQr = async () => {
    if (qr) return setQr(undefined)
    const { toDataURL } = await import('qrcode')
    setQr(await toDataURL(url, { margin: 1, width: 320 }))
  }
  const copy = async () => {
    await navigator.clipboard.writeText(`${title} ${url}`)
    announce('已复制标题和网址')
  }
  return (
    <div className="share">
      <button type="button" onClick={copy}>
        <Icon name="link" size={18} /> 复制链接
      </button>
      <button type="button" onClick={toggleQr} aria-expanded={Boolean(qr)}>
        <Icon name="qr" size={18} /> 手机阅读
      </button>
      <button type="button" onClick={() => print()}>
        <Icon name="print" size={18} /> 打印
      </button>
      {qr && (
        <figure>
          <img src={qr} alt="本页网址的二维码" width="160" height="160" />
          <figcaption>用手机或微信扫描，在手机上阅读和转发</figcaption>
        </figure>
      )}
    </div>
  )
}
