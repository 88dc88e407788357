import type { ReactNode } from 'react'
import './keys.css'

/** Below a list: that it can be worked by keys, and the way to all of them. */
export const KeysHint = ({ help, children }: { help: () => void; children: ReactNode }) => (
  <p className="keys-hint">
    快捷键：{children}，
    <button type="button" onClick={help}>
      <kbd>?</kbd> 说明与开关
    </button>
  </p>
)
