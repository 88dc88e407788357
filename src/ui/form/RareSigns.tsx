import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'

/** Signs that the main font of documents may lack: beyond Latin, common ideographs and their punctuation. */
const RARE = /[^\0-\xff\u2010-\u2026\u3000-\u303f\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff5e]/gu
const MAX_SIGNS = 30
/** Time in ms without typing after which the server is asked. */
const PAUSE_MS = 600

/** Answers by the signs that were asked about; the same name is typed on and on. */
const known = new Map<string, string>()

/** Says below a line, while it is typed, which of its signs certificates and other documents cannot show. */
export function RareSigns({ text }: { text: string }) {
  const signs = [...new Set(text.match(RARE))].slice(0, MAX_SIGNS).join('')
  const [, setAsked] = useState('')
  useEffect(() => {
    if (signs === '' || known.has(signs)) return
    const timer = setTimeout(async () => {
      // A warning that cannot be had holds up nobody.
      const { reason } = await browserApi('POST /site/signs', { signs }).catch(() => ({ reason: '' }))
      known.set(signs, reason)
      setAsked(signs)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [signs])
  const reason = known.get(signs)
  return reason ? (
    <p role="status" className="field-hint">
      {reason}，证书等文件印不出来。请核对这个字；确实无误的可以照常提交，协会会补充字体。
    </p>
  ) : null
}
