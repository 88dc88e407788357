import type { ReactNode } from 'react'
import { announce } from '#api/session.ts'

/** Puts a text on the clipboard; a browser that does not let it says so. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      announce('已复制')
    } catch {
      announce('没能复制，请手动选取')
    }
  }
  return (
    <button type="button" className="button" onClick={() => void copy()}>
      {children}
    </button>
  )
}
