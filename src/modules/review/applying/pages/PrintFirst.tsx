import type { ReactNode } from 'react'
import '#modules/review/pages/apply.css'

type Props = {
  /** Instructions for the printed document. */
  children: string
  /** Saves it. */
  button: (format: 'pdf' | 'docx', name: string) => ReactNode
}

/** The application form, which comes back printed, signed and sealed. */
export const PrintFirst = ({ children, button }: Props) => (
  <div className="print-first">
    <p>{children}</p>
    <p className="form-actions">
      {button('pdf', '下载申请表（PDF）')}
      {button('docx', '下载申请表（Word）')}
    </p>
  </div>
)
