import type { ReactNode } from 'react'

export const RemarkNote = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className="remark">
    <p>
      <b>审核要求</b>
      {text}
    </p>
    {children}
  </div>
)
