import { useEffect, useState } from 'react'

/** A text as a picture that a phone scans. */
export function QrCode({ text, name }: { text: string; name: string }) {
  const [picture, setPicture] = useState<string>()
  useEffect(() => {
    let current = true
    void import('qrcode').then(async ({ toDataURL }) => {
      const drawn = await toDataURL(text, { margin: 2, width: 480 })
      if (current) setPicture(drawn)
    })
    return () => {
      current = false
    }
  }, [text])
  return picture ? (
    <img className="payment-code" src={picture} alt={name} width="240" height="240" />
  ) : (
    <div className="payment-code" />
  )
}
